// Names the owner of what a client stores on the server.

#ifndef INTERPRES_SERVER_SECURITY_TOKEN_OWNER_H_
#define INTERPRES_SERVER_SECURITY_TOKEN_OWNER_H_

#include <string>
#include <string_view>

namespace interpres {

// The owner of the glossaries and of the quota counts on a server that asks for
// no token. All clients of such a server share this owner.
inline constexpr char kAnonymousOwner[] = "anonymous";

// Returns the name under which the server stores the glossaries and the quota
// count of the clients with one token. `authorization` is the header value
// "Bearer TOKEN". The name is the first 32 hexadecimal digits of the SHA-256
// digest of "interpres-glossary-owner:" followed by the token. REQUIRES:
// BearerTokens::Check has accepted `authorization`.
std::string TokenOwner(std::string_view authorization);

}  // namespace interpres

#endif  // INTERPRES_SERVER_SECURITY_TOKEN_OWNER_H_
