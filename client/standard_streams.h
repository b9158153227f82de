// The standard streams of a command-line program whose caller may have closed
// some of them.

#ifndef INTERPRES_CLIENT_STANDARD_STREAMS_H_
#define INTERPRES_CLIENT_STANDARD_STREAMS_H_

namespace interpres {

// Makes each of std::cout and std::cerr bad whose descriptor was closed when
// the program started, so that a write fails instead of reaching another file.
// A write to a closed pipe makes a stream bad too, instead of ending the
// process by SIGPIPE.
//
// REQUIRES: called at the start of main, before any output.
void PrepareStandardStreams();

// Returns the descriptor of standard input. If the program was started with
// standard input closed, opens and returns a descriptor whose reads fail, or -1
// if none can be opened. REQUIRES: called at most once, at the start of main,
// before a file is opened without O_CLOEXEC.
int StandardInput();

}  // namespace interpres

#endif  // INTERPRES_CLIENT_STANDARD_STREAMS_H_
