#include "model/document/romance_words.h"

namespace interpres {

constinit const LanguageWords kSpanishWords = {
    .language = SentenceLanguage::kSpanish,
    .code = "es",
    .for_unknown = true,
    .inside =
        "Sr Sra Srta Sres Sras Srtas Dr Dra Dres Dras D Dña Dñ Dª Lic Ing "
        "Arq Prof Profa Gral Cnel Cap Capt Cmte Cte Tte Sgto Alm Mons "
        "Excmo Excma Ilmo Ilma Sto Sta Fr Pbro Rvdo Rvda Rdo Hno Hna Hnos "
        "Mtro Mtra gral cnel cap capt cmte tte sgto sr sra dr dra prof lic "
        "P.D Fco Gob Pdte Pdta Pte p.ej p.e v.gr v.g aprox ca cf cfr vid "
        "íd ej EE FF RR CC JJ AA Sr.D Avda Av Urb Ctra Pza Pl Plza esq "
        "dpto Dpto Depto Cía atte ref fdo dir coord trad comp red prol "
        "ant.prel",
    .number = "no núm núms art arts",
    .unit =
        "pág págs p pp vol vols ed eds fig figs tel teléf tfno tel.móvil "
        "izq dcha der máx mín admón Ud Uds Vd Vds U V EE.UU E.U EEUU FF.AA "
        "CC.AA JJ.OO RR.HH CC.OO DD.HH S.A S.L S.A.U S.L.U S.A.S S.M S.S "
        "C.A N.Y Bs.As h km ene feb mar abr jun jul ago sep sept oct nov "
        "dic Ltda Cía hab min seg aprox núm lib párr sig sigs ss s séc",
    .list = "etc a.m p.m a.C d.C a.de.C d.de.C a.J.C d.J.C",
    .first_words =
        "el la los las lo un una unos unas este esta estos estas ese esa "
        "esos esas aquel aquella aquellos aquellas esto eso él ella ellos "
        "ellas yo tú usted ustedes nosotros mi su sus se le les me te nos "
        "y e o pero sino porque pues aunque si cuando mientras donde como "
        "qué quién cuál cómo dónde cuándo por para en de del al a con sin "
        "sobre entre hasta desde según durante tras ante hay no sí ya "
        "también además sin embargo luego después antes ahora hoy ayer "
        "mañana entonces así allí aquí todo todos toda todas cada otro "
        "otra otros otras muchos muchas algunos algunas nadie nada algo es "
        "era fue son eran fueron ha han había está están estaba tiene "
        "nunca siempre solo sólo quizá quizás finalmente tampoco que qué "
        "nuestro nuestra dos tres vino llegó dijo era",
    .speech_verbs =
        "dijo dice preguntó pregunta respondió contestó exclamó gritó "
        "añadió murmuró susurró afirmó",
    .conjunctions = "y e o u pero sino porque mientras",
    .section_words =
        "capítulo sección artículo figura tabla parte paso apéndice "
        "ejemplo acto cap núm pág lám anexo tema lección fase",
};

constinit const LanguageWords kFrenchWords = {
    .language = SentenceLanguage::kFrench,
    .code = "fr",
    .for_unknown = true,
    .inside =
        "M MM Mgr Me Mes Dr Pr Prof Mr St Ste cf c.-à-d c-à-d càd ex p.ex "
        "env apr av gal cdt cne lt adj bât esc éd dir trad coll hab bd "
        "boul Vve R.P S.M S.E",
    .number = "no art",
    .unit =
        "p pp vol fig chap n no nos nº tél fax ch sect par t éd Cie cap "
        "col janv févr fév avr juil juill sept oct nov déc dim lun jeu ven "
        "J.-C J.C av.J.-C apr.J.-C S.A S.A.R.L S.A.S É.-U E.-U U.E U.R.S.S "
        "O.N.U min max suiv sq s",
    .list = "etc",
    .first_words =
        "le la les l un une des du de d ce cet cette ces cela ça ceci il "
        "elle ils elles on je j tu nous vous mon ma mes ton ta tes son sa "
        "ses notre nos votre vos leur leurs et ou mais or donc car ni si "
        "quand lorsque puisque parce comme où qui que quoi dont quel "
        "quelle quels quelles pourquoi comment combien à au aux en dans "
        "par pour sur sous avec sans chez entre vers depuis pendant avant "
        "après selon malgré y c n s m t qu ici là puis ensuite alors ainsi "
        "aussi enfin maintenant aujourd hier demain cependant toutefois "
        "pourtant néanmoins tout tous toute toutes chaque plusieurs "
        "certains certaines quelques beaucoup aucun aucune personne rien "
        "oui non pas est était sont a ont avait jamais toujours voici "
        "voilà celui celle ceux celles peut-être lui eux moi toi deux "
        "trois",
    .speech_verbs =
        "dit demanda demande répondit cria s'écria murmura ajouta a-t-il "
        "a-t-elle demanda-t-il déclara",
    .conjunctions = "et ou mais car parce tandis",
    .section_words =
        "chapitre article tableau partie étape annexe exemple acte leçon",
};

constinit const LanguageWords kItalianWords = {
    .language = SentenceLanguage::kItalian,
    .code = "it",
    .for_unknown = true,
    .inside =
        "sig sigg sig.ra sigra sig.na dott dott.ssa dr dr.ssa prof "
        "prof.ssa avv ing arch geom rag on onn sen gen col cap ten magg "
        "mons don rev ill egr gent spett s.ta sen es ad.es p.es p.e c.d cd "
        "cosid cfr cf ca circa v tel.cell nt comm cav uff",
    .number = "art artt no",
    .unit =
        "n nn num pag pagg p pp vol voll fig figg cap capp sez tab par co "
        "lett ed S.p.A S.r.l S.a.s S.n.c SpA Srl a.C d.C gen feb febb mar "
        "apr mag giu lug ago set sett ott nov dic lun mart merc giov ven "
        "sab dom tel fax int max min U.S.A V segg seg ss",
    .list = "ecc etc eccetera",
    .first_words =
        "il lo la i gli le l un uno una questo questa questi queste quello "
        "quella quelli quelle ciò egli ella lui lei loro essi esse io tu "
        "noi voi si ci vi mi ti ne mio mia suo sua suoi sue nostro nostra "
        "e ed o ma però perché poiché se quando mentre dove come che chi "
        "cosa quale quali quanto di del dello della dei degli delle a al "
        "allo alla ai agli alle da dal dalla dai in nel nello nella nei "
        "negli nelle con su sul sulla per tra fra senza dopo prima durante "
        "secondo non sì no già anche inoltre poi allora ora oggi ieri "
        "domani qui lì così tutto tutti tutta tutte ogni altro altra altri "
        "altre molti molte alcuni alcune nessuno nulla niente è era sono "
        "erano ha hanno aveva c dell nell all dall sull quest quell "
        "tuttavia infine solo sempre mai forse due tre",
    .speech_verbs =
        "disse dice chiese domandò rispose gridò esclamò aggiunse mormorò "
        "sussurrò",
    .conjunctions = "e o ma perché mentre oppure",
    .section_words = "capitolo sezione articolo tabella passo esempio art artt",
};

constinit const LanguageWords kPortugueseWords = {
    .language = SentenceLanguage::kPortuguese,
    .code = "pt",
    .for_unknown = true,
    .inside =
        "Sr Sra Srs Sras Srta Dr Dra Drs Dras D Dom Prof Profa Profª Eng "
        "Engª Arq Adv Gen Cel Cap Ten Sgt Maj Alm Cmte Dep Sen Gov Pres "
        "Mons Pe Fr Ir Sto Sta Exmo Exma Ilmo Ilma V.Exa V.Ex V.Sa S.Exa "
        "Min p.ex ex.g v.g cf cfr aprox ca Av Trav Pça Pç Lgo Est Jd ref "
        "obs dir org orgs coord trad",
    .number = "no art arts cap",
    .unit =
        "pág págs p pp vol vols ed eds fig figs núm n nº tel telef máx mín "
        "R jan fev mar abr mai jun jul ago set out nov dez seg ter qua qui "
        "sex sáb dom a.C d.C S.A S.A.R.L Ltda Lda Cia E.U.A EUA E.U sécs "
        "séc h min hab Q.G km ss tab",
    .list = "etc",
    .first_words =
        "o a os as um uma uns umas este esta estes estas esse essa esses "
        "essas aquele aquela aqueles aquelas isto isso aquilo ele ela eles "
        "elas eu tu você vocês nós meu minha seu sua seus suas nosso nossa "
        "e ou mas porém porque pois embora se quando enquanto onde como "
        "que quem qual quais quanto por para em no na nos nas num numa de "
        "do da dos das ao à aos às com sem sobre entre até desde segundo "
        "durante após antes depois não sim já também além então agora hoje "
        "ontem amanhã aqui ali lá assim todo toda todos todas cada outro "
        "outra outros outras muitos muitas alguns algumas ninguém nada "
        "algo é era foi são eram foram há tem têm tinha está estão estava "
        "nunca sempre só talvez finalmente pelo pela dois três",
    .speech_verbs =
        "disse diz perguntou respondeu gritou exclamou murmurou "
        "acrescentou",
    .conjunctions = "e ou mas porque enquanto",
    .section_words = "secção seção artigo tabela passo anexo exemplo fase",
};

}  // namespace interpres
