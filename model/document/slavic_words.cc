#include "model/document/slavic_words.h"

namespace interpres {

constinit const LanguageWords kRussianWords = {
    .language = SentenceLanguage::kRussian,
    .code = "ru",
    .for_unknown = true,
    .inside =
        "им св см ср напр т.е т.к т.н ул пер пл наб просп акад доц инж ген "
        "исп ред",
    .number = "рис табл гл разд прил стр илл",
    .unit = "тыс млн млрд обл коп",
    .list = "т.д т.п др пр",
};

constinit const LanguageWords kPolishWords = {
    .language = SentenceLanguage::kPolish,
    .code = "pl",
    .inside =
        "dr mgr prof doc hab inż mec adw r.pr arch lek.med lek.wet red dyr "
        "zast przew ks bp abp kard o oo p pp św bł śp ś.p J.Em J.E W.P P.T "
        "Sz.P Sz Szan hr ob tow dh kol płk ppłk mjr kpt ppor chor sierż "
        "plut kpr szer kmdr adm bryg gen.bryg gen.dyw asp nadkom podkom "
        "kom insp nadinsp podinsp mł pos amb p.o b al pl pok woj pow gm "
        "m.st k skr np tzn tj tzw m.in zob wg ew ewent wzgl właśc wł zw "
        "dot ds ws nt dn pw ww ad cyt nb odp ur zm zam zał daw wys dł śr "
        "gł art poz cz t vol rozdz wyd kl ryc tab tabl il przyp sygn Dz "
        "Dz.U Dz.Urz fot przeł oprac reż wyst prod pol ang niem łac fr ros "
        "hiszp ukr hebr jap chiń j jęz przykł wicedyr temp uniw inst "
        "przeds cf ca vs wew poł nacz prok wicemarsz",
    .number = "ok ust par pkt rys lok m z zad",
    .unit =
        "r w s ss str nr n nn nast br bm ub ub.r b.r b.m r.ż tys dol proc "
        "godz min sek mies tyg kw sześc szt egz kpl op os st gr maks max "
        "S.A o.o s.c sp sp.j sp.k sp.p S.K.A tel wewn k.c k.k k.p.c k.p.k "
        "k.p k.p.a k.r.o k.s.h k.k.s płn płd wsch zach sty kwi wrz wrześ "
        "paź paźdz listop grudz czw sob niedz ćw jw j.w op.cit loc.cit "
        "dz.cyt l.poj l.mn lp im por gen ul kat kier muz pt wit mons pn "
        "pon",
    .list =
        "itd itp etc in cdn cd c.d c.d.n c.n.d c.b.d.o c.b.d.u n.e p.n.e "
        "n.p.m p.p.m",
    .first_words =
        "ten ta to ci te tego tej tym on ona oni one ja ty my wy mój moja "
        "nasz nasza jego jej ich mnie mi i a ale lecz jednak oraz albo lub "
        "bo ponieważ gdyż jeśli jeżeli gdy kiedy podczas chociaż choć żeby "
        "więc dlatego zatem ponadto poza natomiast w we na do od z ze za "
        "po przed przy pod nad między przez dla bez u o według dzięki mimo "
        "oprócz kto co który która które jaki jak gdzie dlaczego czy ile "
        "nie tak tu tutaj tam teraz wtedy potem później wczoraj dziś "
        "dzisiaj jutro już jeszcze zawsze nigdy czasem często tylko także "
        "również może nawet niestety oczywiście każdy wszyscy wszystko "
        "wiele kilka niektórzy nikt nic inni jest są był była były będzie "
        "ma można trzeba należy proszę",
    .speech_verbs =
        "powiedział powiedziała mówi zapytał zapytała spytał odpowiedział "
        "odpowiedziała odparł odparła rzekł zawołał krzyknął dodał",
    .conjunctions = "i oraz lub albo ale ponieważ gdy",
    .section_words =
        "rozdział artykuł paragraf punkt rysunek tabela strona część tom "
        "załącznik przykład zadanie",
    .after_ordinal =
        "stycznia lutego marca kwietnia maja czerwca lipca sierpnia "
        "września października listopada grudnia wiek wieku miejsce "
        "miejsca miejscu rocznica rocznicy rocznicę piętro piętrze klasa "
        "klasy klasie edycja edycji rok roku runda liga pułk dywizja armia "
        "brygada minucie urodziny festiwal",
};

constinit const LanguageWords kCzechWords = {
    .language = SentenceLanguage::kCzech,
    .code = "cs",
    .inside =
        "JUDr MUDr PhDr RNDr ThDr MVDr PaedDr PharmDr MDDr ThLic ICDr ing "
        "Ing.arch arch mgr MgA bc BcA dr prof doc akad akad.mal akad.arch "
        "p pp sl sv bl mons kard br vdp hr plk pplk mjr škpt kpt por npor "
        "ppor prap nprap rtm stržm nstržm svob brig brig.gen genmjr genpor "
        "armgen insp řed předs zást posl kand ul náb nábř tř okr obv hl "
        "hl.m m.č sídl žst nádr zast k.ú parc např tj t.j tzn t.zn tzv "
        "t.zv mj m.j kupř resp popř příp event ev vč zejm zvl zkr srov cca "
        "ca cf vs pův pozn v.t t.č ad v.z P.T přibl prům př nar zemř vl "
        "býv čs čsl dl šíř č čp č.p čís č.j čj sp.zn zn poř č.ú čl odst "
        "písm kap kapit roč tab příl odd vit skup ust vyhl nař obč tr obch "
        "red překl přel nakl vyd ilustr zprac sest uspoř hud angl franc fr "
        "lat řec špan maď hebr jap čín ukr amer pol sev záp vých univ fak "
        "inst záv pí fa",
    .number = "obr ot par str",
    .unit =
        "r s n nn násl n.l př.n.l Kr př.Kr n.L n.Vlt n.Mor t.r m.r b.r tis "
        "mld min sek vteř stol max kol spol s.r.o r.o v.o.s k.s o.p.s z.s "
        "z.ú o.s s.p n.p p.o CSc DrSc Ph.D Th.D DiS st ml tel mob Sb.m.s "
        "o.s.ř tr.ř zák obč.zák tr.zák obch.zák ún břez čvn čvc říj listop "
        "prosin dop odp lž pl sg č.mn mn.č j.č tamt op.cit c.d v.r jm nám "
        "vol soch gen kat uč cvič roz ital mil",
    .list = "atd apod aj ap a.p atp etc pokr hod a.s Sb n.m",
    .first_words =
        "ten ta to ty tento tato toto tyto této tím on ona já my vy můj "
        "moje náš naše jeho její jejich a i ale však nebo ani protože "
        "neboť když pokud jestliže zatímco ačkoli přestože aby že proto "
        "tedy tak takže navíc kromě v ve na do od z ze za po před při pod "
        "nad mezi přes pro bez u o k ke ku s se podle díky kvůli během "
        "proti kdo co který která které jaký jaká kde kam kdy proč jak "
        "kolik ne ano nikdy vždy často někdy zde tady tam teď nyní potom "
        "pak později včera dnes zítra už již ještě jen pouze také též "
        "možná snad bohužel samozřejmě nakonec každý každá všichni všechno "
        "mnoho několik někdo nikdo nic je jsou byl byla bylo není",
    .speech_verbs =
        "řekl řekla říká zeptal zeptala odpověděl odpověděla zvolal "
        "vykřikl dodal dodala zašeptal pravil poznamenal",
    .conjunctions = "a i nebo ale protože když zatímco",
    .section_words =
        "kapitola článek odstavec oddíl obrázek tabulka strana část díl "
        "příloha příklad cvičení",
    .after_ordinal =
        "ledna února března dubna května června července srpna září října "
        "listopadu prosince století stol místo místa místě patro patře "
        "třída třídy třídě ročník ročníku kolo kola světová světové minutě "
        "výročí vydání kapitola liga pluk divize armáda narozeniny etapa",
};

}  // namespace interpres
