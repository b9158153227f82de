#include "model/language/macrolanguages.h"

#include <algorithm>
#include <iterator>

namespace interpres {
namespace {

struct Member {
  std::string_view language;
  Macrolanguage macrolanguage;
};

// Sorted by language. ICU replaces the codes with a * itself, but their place
// is here: a later ICU may keep them.
constexpr Member kMembers[] = {
    {"aeb", {"ar", false}},  // Arabic of Tunisia
    {"als", {"sq", true}},   // Tosk Albanian *
    {"apc", {"ar", false}},  // Arabic of the Levant
    {"arb", {"ar", true}},   // standard Arabic *
    {"arq", {"ar", false}},  // Arabic of Algeria
    {"ars", {"ar", false}},  // Najdi Arabic
    {"ary", {"ar", false}},  // Arabic of Morocco
    {"arz", {"ar", false}},  // Arabic of Egypt
    {"ayr", {"ay", true}},   // central Aymara *
    {"azb", {"az", false}},  // southern Azerbaijani
    {"azj", {"az", true}},   // northern Azerbaijani *
    {"bs", {"sh", false}},   // Bosnian
    {"cmn", {"zh", true}},   // Mandarin *
    {"cnr", {"sh", false}},  // Montenegrin
    {"ekk", {"et", true}},   // standard Estonian *
    {"gaz", {"om", true}},   // west central Oromo *
    {"hr", {"sh", false}},   // Croatian
    {"khk", {"mn", true}},   // Khalkha Mongolian *
    {"kmr", {"ku", true}},   // Kurmanji *
    {"lvs", {"lv", true}},   // standard Latvian *
    {"nb", {"no", true}},    // Norwegian Bokmål
    {"nn", {"no", false}},   // Norwegian Nynorsk
    {"npi", {"ne", true}},   // Nepali *
    {"ory", {"or", true}},   // Odia *
    {"pbt", {"ps", true}},   // southern Pashto
    {"pes", {"fa", true}},   // Persian of Iran *
    {"plt", {"mg", true}},   // Plateau Malagasy *
    {"prs", {"fa", false}},  // Dari *
    {"quy", {"qu", true}},   // Quechua of Ayacucho
    {"quz", {"qu", false}},  // Quechua of Cuzco
    {"sr", {"sh", false}},   // Serbian
    {"swh", {"sw", true}},   // coastal Swahili *
    {"uzn", {"uz", true}},   // northern Uzbek *
    {"ydd", {"yi", true}},   // eastern Yiddish *
    {"zsm", {"ms", true}},   // standard Malay *
};
static_assert(std::ranges::is_sorted(kMembers, {}, &Member::language));

}  // namespace

Macrolanguage MacrolanguageOf(std::string_view language) {
  const auto* const found =
      std::ranges::lower_bound(kMembers, language, {}, &Member::language);
  return found != std::end(kMembers) && found->language == language
             ? found->macrolanguage
             : Macrolanguage{.code = language, .is_usual = true};
}

}  // namespace interpres
