#include "model/document/germanic_words.h"

namespace interpres {

constinit const LanguageWords kEnglishWords = {
    .language = SentenceLanguage::kEnglish,
    .code = "en",
    .for_unknown = true,
    .inside =
        "Gen Lt Col Maj Capt Cpl Sgt Cmdr Cdr Adm Brig Pvt Gov Sen Rep "
        "Reps Sens Hon Rev Fr Msgr Supt Det Pres Amb Atty Mx Mssrs viz "
        "resp incl excl esp est abbr univ assn bldg natl intl vs v cf ca c "
        "i.e e.g et.seq Lt.Col Lt.Gen Maj.Gen Brig.Gen Rt.Hon Sr.Dr Ft "
        "attn asst assoc a.k.a w.r.t aka Prof.Dr",
    .number = "no nos art arts sec secs para paras pt pts",
    .unit =
        "Sr Esq Jan Feb Mar Apr Jun Jul Aug Sep Sept Oct Nov Dec Mon Tue "
        "Tues Wed Thu Thur Thurs Fri St Mt Ave Blvd Rd Hwy Sq Pl Ct Apt "
        "Calif Conn Fla Mass Mich Minn Pa Penn Tenn Tex Va Wash Wis Ariz "
        "Ark Colo Del Ga Ill Ind Kan Ky La Md Miss Mo Mont Neb Nev Okla "
        "Ore Vt Wyo Ala Mfg Mgr Dist Div Inst Acad Assn Cie Pty Plc Esq "
        "D.D.S J.D B.C A.D B.C.E C.E D.C N.Y L.A min max avg ext fn ch "
        "chap chaps vol fig eq eqs ref refs sect ver approx hr hrs oz lb "
        "lbs ft sq mi dept rev trans ms mss cont repr supp suppl pop circ "
        "bn",
    .list = "etc et.cetera",
    .first_words =
        "the a an this that these those he she it we they you i my his her "
        "its our their your one some many most few several both all each "
        "every no not there here then now today yesterday tomorrow however "
        "but and or so yet if when while where why how what who which "
        "whose although though because since as after before during until "
        "in on at by for from to of with without under over between among "
        "through about according despite meanwhile moreover furthermore "
        "also even only just still instead perhaps maybe thus therefore "
        "nevertheless do does did is are was were has have had can could "
        "will would should may might must let please thanks yes it's "
        "that's he's she's there's don't we're they're i'm i've i'll "
        "what's another other others once nobody somebody everybody "
        "everyone nothing something first second finally later soon such "
        "unlike whether too two three never next like see back more "
        "afterwards us me him them",
    .speech_verbs =
        "said says asked asks replied answered shouted cried whispered "
        "added wrote writes told exclaimed wondered yelled muttered "
        "murmured continued called",
    .conjunctions = "and or but because while which",
    .section_words =
        "chapter section article figure table part step appendix act scene "
        "exhibit example note question lesson unit volume book day week "
        "phase art fig figs chap sec sect vol ex",
};

constinit const LanguageWords kGermanWords = {
    .language = SentenceLanguage::kGerman,
    .code = "de",
    .for_unknown = true,
    .inside =
        "Hr Hrn Frl Fa Dr Prof Dipl Ing Mag Hptm Oblt Lt Gen Maj St Hl hl "
        "bzw ca sog z.B d.h u.a u.U z.T z.Zt z.Z i.d.R i.A i.V o.ä. v.a "
        "bspw vgl evtl ggf gem lt inkl exkl einschl zzgl abzgl insb insbes "
        "allg sogen ehem geb gest verh urspr entspr gegr bes betr bzgl i.e "
        "m.E m.W s.o s.u a.a.O u.d.M ü.d.M n.Chr.d i.S o.g a.d i.Allg d.i "
        "ugs engl dt frz lat griech ital span russ amerik österr schweiz "
        "mind durchschn n v vs Dipl.-Ing Dr.-Ing Dr.med Prof.Dr rd resp "
        "zit Hrsg hrsg z i.H.v i.Br a.M a.d.R",
    .number = "Art Abs art abs Ziff Pos",
    .unit =
        "Nr Nrn EL TL S Bd Bde Abb Tab Kap Aufl Jg H Anm Anl Ausg Bsp Fig "
        "Tel Fax Str str Mio Mrd Tsd Jh Jhd Jahrh Jan Feb Febr Mrz Apr Jun "
        "Jul Aug Sep Sept Okt Nov Dez Mo Di Mi Do Fr Sa So Std Min Sek Mon "
        "v.Chr n.Chr v.u.Z Chr Co Ges Verl Univ Inst Abt Bhf Hbf Pl Ffm "
        "e.V a.D G.m.b.H h.c jun sen min max ff f Rn Sp Zl Vers vers St Pf "
        "qm a.M",
    .list = "usw usf etc u.a.m u.dgl u.ä o.ä dgl u.v.m u.v.a",
    .first_words =
        "der die das den dem des ein eine einen einem einer eines er sie "
        "es ich du wir ihr man mein meine dein sein seine seinen seiner "
        "seinem ihre ihren ihrem ihrer unser unsere dieser diese dieses "
        "diesen diesem jener jene jenes jeder jede jedes alle viele einige "
        "manche mehrere beide kein keine keiner nichts niemand jemand und "
        "oder aber denn doch sondern wenn als weil da dass ob obwohl "
        "während nachdem bevor bis seit wer was wo wann warum wie welche "
        "welcher welches in im an am auf aus bei beim mit nach von vom zu "
        "zum zur für durch gegen ohne um über unter vor hinter neben "
        "zwischen trotz wegen laut hier dort dann danach davor dabei damit "
        "daher deshalb darum dazu jetzt heute gestern morgen nun so auch "
        "noch nur schon sogar zudem außerdem allerdings jedoch dennoch "
        "trotzdem inzwischen später zuerst zunächst schließlich endlich ja "
        "nein nicht nie bitte ist war sind waren hat haben hatte wird "
        "werden wurde kann können muss darin daraus davon darauf dafür "
        "seitdem dadurch somit also ebenso bereits vielleicht natürlich "
        "leider mehr mir dir ihm ihn",
    .speech_verbs =
        "sagte sagt fragte fragt antwortete rief schrie flüsterte "
        "erwiderte meinte schrieb murmelte entgegnete",
    .conjunctions = "und oder aber weil während sowie",
    .section_words =
        "kapitel abschnitt artikel abbildung tabelle teil schritt anhang "
        "beispiel abb tab kap abs nr bd frage lektion aufgabe übung",
    .after_ordinal =
        "januar jänner februar märz april mai juni juli august september "
        "oktober november dezember jahrhundert jahrhunderts jahrhunderte "
        "jahrestag geburtstag mal weltkrieg weltkriegs weltkrieges platz "
        "klasse stock etage auflage kapitel fc liga bundesliga bezirk jahr "
        "lebensjahr tag runde semester quartal halbjahr spieltag minute "
        "legislaturperiode und oder bis advent hälfte teil band staffel "
        "generation internationale armee",
};

constinit const LanguageWords kDutchWords = {
    .language = SentenceLanguage::kDutch,
    .code = "nl",
    .inside =
        "dhr mevr mw mej mr drs ir ing dr prof ds jhr jkvr mgr kard br zr "
        "bc lic fam gebr Kon Gen Kol kapt lt maj sgt Ned H.K.H Z.K.H H.M "
        "Z.M Z.Em plv wnd a.i secr voorz bijv b.v vb o.a o.m d.w.z dwz m.n "
        "m.a.w t.w nl vgl zgn z.g.n i.c i.e c.q q.q evt ong resp incl excl "
        "t.a.v i.v.m m.b.t i.p.v t.o.v n.a.v o.b.v o.l.v d.m.v i.t.t "
        "i.h.k.v i.h.b i.h.a t.b.v t.g.v t.n.v t.h.v t.l.v t.e.m i.s.m "
        "o.g.v a.d.h.v a.g.v a.h.v m.u.v m.i.v m.m.v i.g.v i.o.v i.z m.i "
        "o.i i.i.g o.v.v w.o v.w.b v.d d.d dd d.i v afz geb gest overl gem "
        "oorspr eig vnl vml inz betr bep m.b.v v.l.n.r i.b.v w.g hoogl wed "
        "burg",
    .number = "art min max vols tel ed jan par tab kap reg al",
    .unit =
        "nr blz bladz pag pp p afb fig dl bd jrg jg feb febr mrt apr jun "
        "jul aug sep sept okt nov dec di wo do vr za v.Chr n.Chr Chr jr sr "
        "sen mld mln milj mrd pct N.V B.V NV BV V.O.F C.V Fa Mij e.v vlg "
        "vlgs a.s jl ll a.u.b aub s.v.p svp n.v.t nvt z.o.z n.o.t.k k.k "
        "p.p p.j p.u p.w p.m p.d p.st p.jr z.j z.p o.c t.a.p a.w l.c afd "
        "inst dep dir vert Red uitg h.c em str ln pln V.S VS N.B NL ING "
        "R.K r.-k ult hfst hfdst hs afl opm nrs t.z.t a.h.w v.z.w D.V "
        "v.o.n N.-Br Z.-H N.-H N.H MR luit kol alg prov Lat bv",
    .list = "enz enzv etc e.d e.a o.i.d e.d.m e.v.a c.s m.m",
    .not_abbreviations = "op al vol",
    .first_words =
        "de het een dit dat deze die hij zij ze wij we ik jij je jullie u "
        "men mijn zijn haar hun ons onze uw er hier daar nu toen dan "
        "daarna daarom daarbij daardoor daarnaast hierdoor toch dus zo ook "
        "nog al alleen zelfs maar en of want als omdat terwijl hoewel "
        "nadat voordat zodra sinds tot tijdens in op aan bij met zonder "
        "voor na naar uit over onder tussen door om volgens wegens ondanks "
        "tegen vanaf wie wat waar wanneer waarom hoe welke welk niet "
        "niemand niets geen nooit altijd soms vaak vandaag gisteren morgen "
        "later eerst vervolgens eindelijk uiteindelijk inmiddels intussen "
        "echter bovendien misschien helaas natuurlijk ja nee alle alles "
        "iedereen iemand elke ieder veel sommige andere beide is was heeft "
        "had kan moet wordt werd sindsdien",
    .speech_verbs =
        "zei zegt vroeg vraagt antwoordde riep schreeuwde fluisterde "
        "mompelde schreef voegde zuchtte verklaarde vervolgde",
    .conjunctions = "en of maar want omdat terwijl",
    .section_words =
        "hoofdstuk paragraaf artikel afbeelding figuur tabel pagina "
        "bladzijde deel bijlage stap voorbeeld",
};

constinit const LanguageWords kSwedishWords = {
    .language = SentenceLanguage::kSwedish,
    .code = "sv",
    .inside =
        "hr hrr dr prof doc dir ing bitr tf t.f mag lic rekt Gen kapt kpt "
        "löjtn lt övlt kh kyrkoh H.M H.K.H D.K.H f.d föreg t.ex bl.a d.v.s "
        "dvs s.k sk näml f.ö m.a.o p.g.a pga m.h.t i.o.m t.o.m fr.o.m "
        "f.o.m i.st.f ist.f st.f i.s.f m.a.p p.s.s s.a.s gm g.m e.o i.e "
        "a.k.a n.b jfr jmf jmfr jämf omkr ungef ang avs betr enl ev evt "
        "exkl inkl resp motsv särsk äv allm vanl urspr egentl eg egtl nuv "
        "dåv kl f fr prel i.sht mots eng ngn ngns Sta",
    .number = "min max jan tim kap mom ex tab from art st",
    .unit =
        "nr s sid sidd pp p fig bd vol uppl utg årg forts följ anm avd ill "
        "ref övers övs utr utk förf förl Red suppl tr feb febr mar apr jun "
        "aug sep sept okt nov dec mån tis ons tors fre lör sön f.Kr e.Kr "
        "Kr f.v.t e.v.t f.m e.m kv.m milj mdr mrd tfn tel d.ä d.y jr sr "
        "h.c f.n f.t t.v t.h m.v.h mvh o.s.a p.a p.m s.d s.å u.å u.o u.p.a "
        "n.å l.c a.a a.st fil.kand fil.mag fil.lic jur.kand med.kand "
        "med.lic tekn.lic ekon.mag teol.dr pol.mag pol.kand Gbg Sthlm univ "
        "inst HR TF sek spec ngt kv med.dr fil.dr tekn.dr jur.dr",
    .list = "etc osv o.s.v m.m m.fl mfl o.d o.dyl e.d e.dyl el.dyl el.d o.likn",
    .not_abbreviations = "ed",
    .first_words =
        "en ett den det de dem denna detta dessa han hon vi jag du ni man "
        "min mitt mina din hans hennes deras dess vår våra och men eller "
        "så för då när om att eftersom medan innan efter sedan trots "
        "därför därefter dock ändå även också bara inte ingen inget inga "
        "aldrig alltid ibland ofta nu idag igår imorgon här där dit på i "
        "till från av med utan vid mellan under över genom mot hos enligt "
        "före bland inom vem vad var vilken vilket vilka varför hur alla "
        "allt många några någon något flera andra båda varje är har hade "
        "kan ska skulle måste blev finns kanske slutligen senare först "
        "dessutom däremot tyvärr naturligtvis ja nej snart plötsligt "
        "samtidigt som ur två tidigare sådan",
    .speech_verbs =
        "sa sade säger frågade frågar svarade ropade skrek viskade mumlade "
        "skrev tillade utbrast undrade",
    .conjunctions = "och eller men eftersom medan samt",
    .section_words =
        "kapitel avsnitt artikel figur tabell sida del bilaga steg exempel "
        "paragraf bild",
};

constinit const LanguageWords kDanishNorwegianWords = {
    .language = SentenceLanguage::kDanishNorwegian,
    .code = "da",
    .inside =
        "hr hrr dr prof fr frk adv adm dir vicedir ing kst konst fhv f.h.v "
        "pens Gen kapt kpt ltn lt oblt oberstlt sgt past kgl Chr Joh H.M "
        "H.K.H D.K.H Hds Skt Sct gl Ndr Sdr statsaut f.eks fx bl.a d.v.s "
        "dvs s.k såk m.a.o mao i.e a.k.a pga p.g.a mht m.h.t mhp m.h.p mtp "
        "m.t.p ifm i.f.m ift i.f.t iht i.h.t vha v.h.a iflg istf i.st.f "
        "i.o.m f.o.m fom t.o.m pbv p.b.v jf jfr jvf sml smlgn omkr omtr "
        "hhv h.h.v henh resp inkl ekskl evt ev egl egtl opr oprind oppr "
        "tidl nuv nåv vedr vedk ang særl spec spes gns gj.sn kl pr fmd "
        "modsv tilsv v d f lb Kr",
    .number =
        "min max maks jan jul kap tab art eks mia des stk bil St.meld mva",
    .unit =
        "nr s p pp sp fig bd årg årh opl oppl udg utg forts anm afd avd "
        "afs avs afsn ill ref overs suppl hft Red feb febr mar apr jun aug "
        "sep sept okt nov dec tirs ons tors fre lør f.Kr e.Kr f.v.t e.v.t "
        "fvt f.m e.m kvm mio mill mrd md mdr sek tlf jr sr d.y d.æ h.c em "
        "ph.d cand.mag cand.jur cand.polit cand.phil cand.med cand.scient "
        "cand.oecon cand.theol cand.psych cand.real stud.med stud.jur "
        "dr.med dr.phil dr.philos dr.jur dr.theol dr.scient dr.techn p.t "
        "f.t d.d d.å d.m d.s.s t.h t.v s.u s.å s.d u.å l.c a.st n.å p.m "
        "N.B p.a m.o.h moh Kbh Frb Univ inst HR PR KL str ff d.e pt spm "
        "opg pkt vedl dav alm aut t.d",
    .list =
        "etc osv o.s.v m.m m.v mv m.fl mfl o.l o.lign e.l el.lign e.lign "
        "og.lign lign o.a o.m.a kr pct osb",
    .not_abbreviations = "op al ed",
    .first_words =
        "en et den det de dem denne dette disse han hun vi jeg du man min "
        "mit mitt hans hendes hennes deres vores vår og men eller så for "
        "da når om hvis at å fordi mens før efter etter siden selvom dog "
        "likevel alligevel også bare kun ikke ingen aldrig aldri altid "
        "alltid nu nå her der i på til fra af av med uden uten ved mellem "
        "mellom under over gennem gjennom mod mot hos ifølge blandt hvem "
        "hvad hva hvor hvorfor hvordan hvilken alle alt mange nogle noen "
        "nogen noget noe flere andre begge hver er var har havde hadde kan "
        "skal vil må blev ble måske kanskje derfor derefter deretter "
        "desuden dessuten endelig senere først imidlertid samtidig ja nej "
        "nei ofte snart som to dersom ein eit eg ho ikkje dei kva korleis "
        "frå me dykk desse då no",
    .speech_verbs =
        "sagde sa siger sier spurgte spurte svarede svarte råbte ropte "
        "hviskede hvisket skrev tilføjede",
    .conjunctions = "og eller men fordi mens samt",
    .section_words =
        "kapitel kapittel afsnit avsnitt artikel figur tabel tabell side "
        "del bilag vedlegg",
    .after_ordinal =
        "januar februar marts mars april maj mai juni juli august "
        "september oktober november december desember århundrede "
        "århundredet århundre århundret etage etasje sal klasse plads "
        "plass gang del bind oplag udgave utgave verdenskrig division "
        "divisjon runde semester kvartal halvår kapitel kapittel",
};

}  // namespace interpres
