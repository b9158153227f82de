#include "model/document/sentence_words.h"

#include <array>
#include <string>

#include "absl/container/flat_hash_set.h"
#include "model/document/characters.h"
#include "model/document/word_list.h"

namespace interpres {
namespace {

// The lists of kEnglish to kPortuguese, in this order, in lower case.
using Lists = std::array<std::string_view, 6>;

constexpr Lists kFirstWords = {
    // English
    "the a an this that these those he she it we they you i my his her its our "
    "their your one some many most few several both all each every no not "
    "there here then now today yesterday tomorrow however but and or so yet "
    "if when while where why how what who which whose although though because "
    "since as after before during until in on at by for from to of with "
    "without under over between among through about according despite "
    "meanwhile moreover furthermore also even only just still instead perhaps "
    "maybe thus therefore nevertheless do does did is are was were has have "
    "had can could will would should may might must let please thanks yes "
    "it's that's he's she's there's don't we're they're i'm i've i'll what's "
    "another other others once nobody somebody everybody everyone nothing "
    "something first second finally later soon such unlike whether too two "
    "three never next like see back more afterwards us me him them",
    // Spanish
    "el la los las lo un una unos unas este esta estos estas ese esa esos esas "
    "aquel aquella aquellos aquellas esto eso él ella ellos ellas yo tú "
    "usted ustedes nosotros mi su sus se le les me te nos y e o pero sino "
    "porque pues aunque si cuando mientras donde como qué quién cuál cómo "
    "dónde cuándo por para en de del al a con sin sobre entre hasta desde "
    "según durante tras ante hay no sí ya también además sin embargo luego "
    "después antes ahora hoy ayer mañana entonces así allí aquí todo todos "
    "toda todas cada otro otra otros otras muchos muchas algunos algunas "
    "nadie nada algo es era fue son eran fueron ha han había está están "
    "estaba tiene nunca siempre solo sólo quizá quizás finalmente tampoco "
    "que qué nuestro nuestra dos tres vino llegó dijo era",
    // German
    "der die das den dem des ein eine einen einem einer eines er sie es ich du "
    "wir ihr man mein meine dein sein seine seinen seiner seinem ihre ihren "
    "ihrem ihrer unser unsere dieser diese dieses diesen diesem jener jene "
    "jenes jeder jede jedes alle viele einige manche mehrere beide kein keine "
    "keiner nichts niemand jemand und oder aber denn doch sondern wenn als "
    "weil da dass ob obwohl während nachdem bevor bis seit wer was wo wann "
    "warum wie welche welcher welches in im an am auf aus bei beim mit nach "
    "von vom zu zum zur für durch gegen ohne um über unter vor hinter neben "
    "zwischen trotz wegen laut hier dort dann danach davor dabei damit daher "
    "deshalb darum dazu jetzt heute gestern morgen nun so auch noch nur schon "
    "sogar zudem außerdem allerdings jedoch dennoch trotzdem inzwischen "
    "später zuerst zunächst schließlich endlich ja nein nicht nie bitte ist "
    "war sind waren hat haben hatte wird werden wurde kann können muss darin "
    "daraus davon darauf dafür seitdem dadurch somit also ebenso bereits "
    "vielleicht natürlich leider mehr mir dir ihm ihn",
    // French
    "le la les l un une des du de d ce cet cette ces cela ça ceci il elle ils "
    "elles on je j tu nous vous mon ma mes ton ta tes son sa ses notre nos "
    "votre vos leur leurs et ou mais or donc car ni si quand lorsque puisque "
    "parce comme où qui que quoi dont quel quelle quels quelles pourquoi "
    "comment combien à au aux en dans par pour sur sous avec sans chez entre "
    "vers depuis pendant avant après selon malgré y c n s m t qu ici là puis "
    "ensuite alors ainsi aussi enfin maintenant aujourd hier demain "
    "cependant toutefois pourtant néanmoins tout tous toute toutes chaque "
    "plusieurs certains certaines quelques beaucoup aucun aucune personne "
    "rien oui non pas est était sont a ont avait jamais toujours voici voilà "
    "celui celle ceux celles peut-être lui eux moi toi deux trois",
    // Italian
    "il lo la i gli le l un uno una questo questa questi queste quello quella "
    "quelli quelle ciò egli ella lui lei loro essi esse io tu noi voi si ci "
    "vi mi ti ne mio mia suo sua suoi sue nostro nostra e ed o ma però perché "
    "poiché se quando mentre dove come che chi cosa quale quali quanto di "
    "del dello della dei degli delle a al allo alla ai agli alle da dal dalla "
    "dai in nel nello nella nei negli nelle con su sul sulla per tra fra "
    "senza dopo prima durante secondo non sì no già anche inoltre poi "
    "allora ora oggi ieri domani qui lì così tutto tutti tutta tutte ogni "
    "altro altra altri altre molti molte alcuni alcune nessuno nulla niente è "
    "era sono erano ha hanno aveva c dell nell all dall sull quest quell "
    "tuttavia "
    "infine solo sempre mai forse due tre",
    // Portuguese
    "o a os as um uma uns umas este esta estes estas esse essa esses essas "
    "aquele aquela aqueles aquelas isto isso aquilo ele ela eles elas eu tu "
    "você vocês nós meu minha seu sua seus suas nosso nossa e ou mas porém "
    "porque pois embora se quando enquanto onde como que quem qual quais "
    "quanto por para em no na nos nas num numa de do da dos das ao à aos às "
    "com sem sobre entre até desde segundo durante após antes depois não sim "
    "já também além então agora hoje ontem amanhã aqui ali lá assim todo toda "
    "todos todas cada outro outra outros outras muitos muitas alguns algumas "
    "ninguém nada algo é era foi são eram foram há tem têm tinha está estão "
    "estava nunca sempre só talvez finalmente pelo pela dois três"};

constexpr Lists kSpeechVerbs = {
    "said says asked asks replied answered shouted cried whispered added wrote "
    "writes told exclaimed wondered yelled muttered murmured continued called",
    "dijo dice preguntó pregunta respondió contestó exclamó gritó añadió "
    "murmuró susurró afirmó",
    "sagte sagt fragte fragt antwortete rief schrie flüsterte erwiderte meinte "
    "schrieb murmelte entgegnete",
    "dit demanda demande répondit cria s'écria murmura ajouta a-t-il a-t-elle "
    "demanda-t-il déclara",
    "disse dice chiese domandò rispose gridò esclamò aggiunse mormorò sussurrò",
    "disse diz perguntou respondeu gritou exclamou murmurou acrescentou"};

constexpr std::string_view kSectionWords =
    "chapter section article figure table part step appendix act scene "
    "exhibit example note question lesson unit volume book day week phase "
    "capítulo sección artículo figura tabla parte paso apéndice ejemplo acto "
    "kapitel abschnitt artikel abbildung tabelle teil schritt anhang beispiel "
    "chapitre article tableau partie étape annexe exemple acte capitolo "
    "sezione articolo tabella passo esempio secção seção artigo tabela passo "
    "art artt fig figs abb tab kap cap chap sec sect abs nr núm pág vol bd "
    "ex lám anexo exemplo fase tema lección frage lektion aufgabe übung leçon "
    "étape";

constexpr std::string_view kAfterOrdinal =
    "januar jänner februar märz april mai juni juli august september oktober "
    "november dezember jahrhundert jahrhunderts jahrhunderte jahrestag "
    "geburtstag mal weltkrieg weltkriegs weltkrieges platz klasse stock etage "
    "auflage kapitel fc liga bundesliga bezirk jahr lebensjahr tag runde "
    "semester quartal halbjahr spieltag minute legislaturperiode und oder bis "
    "advent hälfte teil band staffel generation internationale armee";

constexpr std::string_view kNamesWithMark = "yahoo jeopardy yum";

using Words = absl::flat_hash_set<std::string>;

void AddTo(Words& words, std::string_view list) {
  for (const std::string_view word : WordsOf(list)) {
    words.emplace(word);
  }
}

// The sets of each language; the first one is the union.
using Sets = std::array<Words, std::tuple_size_v<Lists> + 1>;

Sets MakeSets(const Lists& lists) {
  Sets sets;
  for (std::size_t i = 0; i < lists.size(); ++i) {
    AddTo(sets[0], lists[i]);
    AddTo(sets[i + 1], lists[i]);
  }
  return sets;
}

Words MakeWords(std::string_view list) {
  Words words;
  AddTo(words, list);
  return words;
}

bool Has(const Sets& sets, SentenceLanguage language,
         std::u32string_view word) {
  const auto number = static_cast<std::size_t>(language);
  return number < sets.size() &&
         sets[number].contains(EncodeUtf8(LowerCase(word)));
}

const Sets& FirstWordSets() {
  static const Sets* const sets = new Sets(MakeSets(kFirstWords));
  return *sets;
}

}  // namespace

bool IsFirstWord(SentenceLanguage language, std::u32string_view word) {
  return !word.empty() && IsUpper(word[0]) &&
         Has(FirstWordSets(), language, word);
}

bool IsCommonWord(SentenceLanguage language, std::u32string_view word) {
  return Has(FirstWordSets(), language, word);
}

bool IsSpeechVerb(SentenceLanguage language, std::u32string_view word) {
  static const Sets* const sets = new Sets(MakeSets(kSpeechVerbs));
  return Has(*sets, language, word);
}

bool IsSectionWord(std::u32string_view word) {
  static const Words* const words = new Words(MakeWords(kSectionWords));
  return words->contains(EncodeUtf8(LowerCase(word)));
}

bool FollowsOrdinal(SentenceLanguage language, std::u32string_view word) {
  static const Words* const words = new Words(MakeWords(kAfterOrdinal));
  return (language == SentenceLanguage::kGerman ||
          language == SentenceLanguage::kUnknown) &&
         words->contains(EncodeUtf8(LowerCase(word)));
}

bool IsNameWithMark(std::u32string_view word) {
  static const Words* const words = new Words(MakeWords(kNamesWithMark));
  return words->contains(EncodeUtf8(LowerCase(word)));
}

}  // namespace interpres
