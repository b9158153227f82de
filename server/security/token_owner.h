// Names the owner of what a client stores on the server.

#ifndef INTERPRES_SERVER_SECURITY_TOKEN_OWNER_H_
#define INTERPRES_SERVER_SECURITY_TOKEN_OWNER_H_

#include <string>
#include <string_view>

namespace interpres {

// The owner of all clients of a server that asks for no token.
inline constexpr char kAnonymousOwner[] = "anonymous";

// Returns the owner for the value of a call's header "authorization": the first
// 32 hexadecimal digits of the SHA-256 digest of "interpres-glossary-owner:"
// and the token. REQUIRES: BearerTokens::Check has accepted the value.
std::string TokenOwner(std::string_view authorization);

}  // namespace interpres

#endif  // INTERPRES_SERVER_SECURITY_TOKEN_OWNER_H_
