// The standard streams of a command-line program whose caller may have closed
// some of them.

#ifndef INTERPRES_CLIENT_STANDARD_STREAMS_H_
#define INTERPRES_CLIENT_STANDARD_STREAMS_H_

namespace interpres {

// REQUIRES: called at the start of main, before any output.
//
// Makes std::cout and std::cerr bad if the caller closed their descriptors, so
// that a write fails instead of reaching another file. A write to a closed pipe
// makes a stream bad too, instead of ending the process by SIGPIPE.
void PrepareStandardStreams();

// Returns the descriptor of standard input. If the caller closed standard
// input, returns a descriptor whose reads fail.
int StandardInput();

}  // namespace interpres

#endif  // INTERPRES_CLIENT_STANDARD_STREAMS_H_
