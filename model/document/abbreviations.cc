#include "model/document/abbreviations.h"

#include <array>
#include <string>

#include "absl/container/flat_hash_map.h"
#include "model/document/characters.h"
#include "model/document/cldr_abbreviations.h"
#include "model/document/word_list.h"

namespace interpres {
namespace {

// The words of each kind, separated by spaces.
struct Table {
  std::string_view inside;
  std::string_view number;
  std::string_view unit;
  std::string_view list;
};

// For every language: many texts quote names and titles of other languages.
constexpr Table kAny = {
    .inside =
        "Dr Drs Prof Mr Mrs Ms Messrs St Ste vs i.e e.g cf ca Mme Mlle "
        "Univ P.S",
    .number = "No Nos",
    .unit =
        "Jr Inc Ltd Co Corp Bros Ph.D M.D B.A M.A a.m p.m U.S U.K E.U U.N "
        "vol vols ed eds p pp fig figs nr tel op ibid et.al al",
    .list = "etc"};

constexpr Table kEnglish = {
    .inside =
        "Gen Lt Col Maj Capt Cpl Sgt Cmdr Cdr Adm Brig Pvt Gov Sen Rep Reps "
        "Sens Hon Rev Fr Msgr Supt Det Pres Amb Atty Mx Mssrs viz resp "
        "incl excl esp est abbr univ assn bldg natl intl vs v cf ca c "
        "i.e e.g et.seq Lt.Col Lt.Gen Maj.Gen Brig.Gen Rt.Hon Sr.Dr Ft attn "
        "asst assoc a.k.a w.r.t aka Prof.Dr",
    .number = "no nos art arts sec secs para paras pt pts",
    .unit =
        "Sr Esq Jan Feb Mar Apr Jun Jul Aug Sep Sept Oct Nov Dec Mon Tue Tues "
        "Wed Thu Thur Thurs Fri St Mt Ave Blvd Rd Hwy Sq Pl Ct Apt "
        "Calif Conn Fla Mass Mich Minn Pa Penn Tenn Tex Va Wash Wis Ariz Ark "
        "Colo Del Ga Ill Ind Kan Ky La Md Miss Mo Mont Neb Nev Okla Ore Vt "
        "Wyo Ala Mfg Mgr Dist Div Inst Acad Assn Cie Pty Plc Esq D.D.S J.D "
        "B.C A.D B.C.E C.E D.C N.Y L.A min max avg ext fn ch chap chaps vol "
        "fig eq eqs ref refs sect ver approx hr hrs oz lb lbs ft sq mi dept "
        "rev trans ms mss cont repr supp suppl pop circ bn",
    .list = "etc et.cetera"};

constexpr Table kSpanish = {
    .inside =
        "Sr Sra Srta Sres Sras Srtas Dr Dra Dres Dras D Dña Dñ Dª Lic Ing "
        "Arq Prof Profa Gral Cnel Cap Capt Cmte Cte Tte Sgto Alm Mons Excmo "
        "Excma Ilmo Ilma Sto Sta Fr Pbro Rvdo Rvda Rdo Hno Hna Hnos Mtro Mtra "
        "gral cnel cap capt cmte tte sgto sr sra dr dra prof lic P.D Fco Gob "
        "Pdte Pdta Pte p.ej p.e v.gr v.g aprox ca cf cfr vid "
        "íd ej EE FF RR CC JJ AA Sr.D Avda Av Urb "
        "Ctra Pza Pl Plza esq dpto Dpto Depto Cía atte ref fdo dir coord trad "
        "comp red prol ant.prel",
    .number = "no núm núms art arts",
    .unit =
        "pág págs p pp vol vols ed eds fig figs tel teléf tfno tel.móvil izq "
        "dcha der máx mín admón Ud Uds Vd Vds "
        "U V EE.UU E.U EEUU FF.AA CC.AA JJ.OO RR.HH CC.OO DD.HH S.A S.L S.A.U "
        "S.L.U S.A.S S.M S.S C.A N.Y Bs.As "
        "h km ene feb mar abr jun jul ago sep sept oct nov dic "
        "Ltda Cía hab min seg aprox núm lib párr sig sigs ss s séc",
    .list = "etc a.m p.m a.C d.C a.de.C d.de.C a.J.C d.J.C"};

constexpr Table kGerman = {
    .inside =
        "Hr Hrn Frl Fa Dr Prof Dipl Ing Mag Hptm Oblt Lt Gen Maj St Hl hl "
        "bzw ca sog z.B d.h u.a u.U z.T z.Zt z.Z i.d.R i.A i.V o.ä. v.a bspw "
        "vgl evtl ggf gem lt inkl exkl einschl zzgl abzgl insb insbes allg "
        "sogen ehem geb gest verh urspr entspr gegr bes betr bzgl "
        "i.e m.E m.W s.o s.u a.a.O u.d.M ü.d.M n.Chr.d i.S o.g a.d i.Allg "
        "d.i ugs engl dt frz lat griech ital span russ amerik österr schweiz "
        "mind durchschn n v vs Dipl.-Ing Dr.-Ing Dr.med "
        "Prof.Dr rd resp zit Hrsg hrsg z i.H.v i.Br a.M a.d.R",
    .number = "Art Abs art abs Ziff Pos",
    .unit =
        "Nr Nrn EL TL S Bd Bde Abb Tab Kap Aufl Jg H Anm Anl Ausg Bsp Fig Tel "
        "Fax "
        "Str str Mio Mrd Tsd Jh Jhd Jahrh Jan Feb Febr Mrz Apr Jun Jul Aug "
        "Sep Sept Okt Nov Dez Mo Di Mi Do Fr Sa So Std Min Sek Mon "
        "v.Chr n.Chr v.u.Z Chr Co Ges Verl Univ Inst Abt Bhf Hbf Pl Ffm e.V "
        "a.D G.m.b.H h.c jun sen min max ff f Rn Sp Zl Vers vers St Pf qm a.M",
    .list = "usw usf etc u.a.m u.dgl u.ä o.ä dgl u.v.m u.v.a"};

constexpr Table kFrench = {
    .inside =
        "M MM Mgr Me Mes Dr Pr Prof Mr St Ste cf c.-à-d c-à-d càd ex "
        "p.ex env apr av gal cdt cne lt adj bât esc éd dir trad coll hab bd "
        "boul Vve R.P S.M S.E",
    .number = "no art",
    .unit =
        "p pp vol fig chap n no nos nº tél fax ch sect par t éd Cie "
        "cap col janv févr fév avr juil juill sept oct nov déc dim lun jeu "
        "ven J.-C J.C av.J.-C apr.J.-C S.A S.A.R.L S.A.S É.-U E.-U "
        "U.E U.R.S.S O.N.U min max suiv sq s",
    .list = "etc"};

constexpr Table kItalian = {
    .inside =
        "sig sigg sig.ra sigra sig.na dott dott.ssa dr dr.ssa prof prof.ssa "
        "avv ing arch geom rag on onn sen gen col cap ten magg mons don rev "
        "ill egr gent spett s.ta sen es ad.es p.es p.e c.d cd cosid cfr cf "
        "ca circa v tel.cell nt comm cav uff",
    .number = "art artt no",
    .unit =
        "n nn num pag pagg p pp vol voll fig figg cap capp sez tab par co "
        "lett ed S.p.A S.r.l S.a.s S.n.c SpA Srl a.C d.C gen feb febb mar "
        "apr mag giu lug ago set sett ott nov dic lun mart merc giov ven sab "
        "dom tel fax int max min U.S.A V segg seg ss",
    .list = "ecc etc eccetera"};

constexpr Table kPortuguese = {
    .inside =
        "Sr Sra Srs Sras Srta Dr Dra Drs Dras D Dom Prof Profa Profª Eng Engª "
        "Arq Adv Gen Cel Cap Ten Sgt Maj Alm Cmte Dep Sen Gov Pres Mons Pe "
        "Fr Ir Sto Sta Exmo Exma Ilmo Ilma V.Exa V.Ex V.Sa S.Exa Min "
        "p.ex ex.g v.g cf cfr aprox ca Av Trav Pça Pç Lgo Est Jd ref obs "
        "dir org orgs coord trad",
    .number = "no art arts cap",
    .unit =
        "pág págs p pp vol vols ed eds fig figs núm n nº tel telef máx mín "
        "R jan fev mar abr mai jun jul ago set out nov dez seg ter qua qui "
        "sex sáb dom a.C d.C S.A S.A.R.L Ltda Lda Cia E.U.A EUA E.U sécs séc "
        "h min hab Q.G km ss tab",
    .list = "etc"};

using Index = absl::flat_hash_map<std::string, Abbreviation>;

// Words that begin in lower case are stored in lower case. A word of several
// kinds has the last one.
void Add(const Table& table, Index& index) {
  const auto add = [&index](std::string_view words, Abbreviation kind) {
    for (const std::string_view word : WordsOf(words)) {
      const std::u32string code = DecodeUtf8(word).code;
      index[IsUpper(code[0]) ? std::string(word)
                             : EncodeUtf8(LowerCase(code))] = kind;
    }
  };
  add(table.inside, Abbreviation::kInside);
  add(table.number, Abbreviation::kNumber);
  add(table.unit, Abbreviation::kUnit);
  add(table.list, Abbreviation::kList);
}

// Beside the list of CLDR.
constexpr Table kRussian = {
    .inside =
        "им св см ср напр т.е т.к т.н ул пер пл наб просп акад доц инж ген "
        "исп ред",
    .number = "рис табл гл разд прил стр илл",
    .unit = "тыс млн млрд обл коп",
    .list = "т.д т.п др пр"};

struct Source {
  const char* code;
  const Table* table;
};

// From kEnglish to kRussian.
constexpr std::array<Source, 7> kSources = {{{"en", &kEnglish},
                                             {"es", &kSpanish},
                                             {"de", &kGerman},
                                             {"fr", &kFrench},
                                             {"it", &kItalian},
                                             {"pt", &kPortuguese},
                                             {"ru", &kRussian}}};
constexpr std::size_t kFirst =
    static_cast<std::size_t>(SentenceLanguage::kEnglish);

// The first index is the union, the last one has only the words of kAny.
using Indexes = std::array<Index, kSources.size() + 2>;

Indexes MakeIndexes() {
  Indexes indexes;
  for (std::size_t i = 0; i < kSources.size(); ++i) {
    Index& index = indexes[kFirst + i];
    for (const std::string& word : CldrAbbreviations(kSources[i].code)) {
      index[EncodeUtf8(LowerCase(DecodeUtf8(word).code))] = Abbreviation::kUnit;
    }
    Add(kAny, index);
    Add(*kSources[i].table, index);
    indexes[0].insert(index.begin(), index.end());
  }
  Add(kAny, indexes.back());
  return indexes;
}

const Index& IndexOf(SentenceLanguage language) {
  static const Indexes* const all = new Indexes(MakeIndexes());
  const auto number = static_cast<std::size_t>(language);
  return number < all->size() ? (*all)[number] : all->back();
}

// The first letter of each part as it is, the others in lower case, so that
// `SAT` is found as `Sat`.
std::u32string AfterFirstLower(std::u32string_view word) {
  std::u32string form = LowerCase(word);
  for (std::size_t i = 0; i < word.size(); ++i) {
    if (i == 0 || !IsLetter(word[i - 1])) {
      form[i] = word[i];
    }
  }
  return form;
}

}  // namespace

Abbreviation FindAbbreviation(SentenceLanguage language,
                              std::u32string_view word) {
  const Index& index = IndexOf(language);
  // `v.` is "versus", but `V.` is an initial.
  if (word.size() == 1) {
    const auto found = index.find(EncodeUtf8(word));
    return found == index.end() ? Abbreviation::kNone : found->second;
  }
  for (const std::u32string& form :
       {std::u32string(word), AfterFirstLower(word), LowerCase(word)}) {
    if (const auto found = index.find(EncodeUtf8(form)); found != index.end()) {
      return found->second;
    }
  }
  return Abbreviation::kNone;
}

}  // namespace interpres
