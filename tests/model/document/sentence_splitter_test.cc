#include "model/document/sentence_splitter.h"

#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/testing/slowness.h"

namespace interpres {
namespace {

// The sentences with `|` in the place of the white space between them; `||`
// where no space is.
std::string Split(std::string_view text, std::string_view language) {
  std::string shown;
  int64_t end = 0;
  for (const ByteSpan span : SplitSentences(text, language)) {
    if (!shown.empty()) {
      shown += span.begin == end ? "||" : "|";
    }
    shown += BytesOf(text, span);
    end = span.end;
  }
  return shown;
}

// `text` has the marks of Split where sentences end.
void ExpectSplit(std::string_view language,
                 const std::vector<std::string_view>& cases) {
  for (const std::string_view expected : cases) {
    std::string text;
    for (std::size_t i = 0; i < expected.size(); ++i) {
      const bool mark = expected[i] == '|';
      const bool two = mark && expected.substr(i).starts_with("||");
      text += mark ? two ? "" : " " : std::string(1, expected[i]);
      i += two ? 1 : 0;
    }
    EXPECT_EQ(Split(text, language), expected) << language;
  }
}

TEST(SentenceSplitterTest, EndsAtMarks) {
  ExpectSplit("en",
              {"One line without a mark", "It rains.|We stay.",
               "Does it?|It does!|Good.", "Really?!|Yes.",
               "It rains.|“We stay,” he said.", "It rains.|(We stay.)|Go.",
               "It rains.|12 people came.", "It rains.|$5 is enough."});
}

TEST(SentenceSplitterTest, LanguagesOfFirefoxModels) {
  ExpectSplit("pl", {"Spytaj dr. Nowaka, np. jutro rano.",
                     "Mieszka przy ul. Długiej 5.|Ona też.",
                     "Dnia 3. maja nie pracujemy.|To święto.",
                     "Nie ma por.|To nie problem."});
  ExpectSplit("cs",
              {"Je to tzv. Nový dům.", "Dne 3. května pršelo.|Nyní ne.",
               "Koupil mléko, chléb atd.|On nic.", "Přišla smrt.|Petr utekl."});
  ExpectSplit("nl", {"Vraag dhr. Bakker of mevr. De Vries.",
                     "Neem bijv. Amsterdam.|Het is groot.",
                     "Het is stil.|'s Ochtends niet.", "Kerkstr. 12 is vol.",
                     "Het zat vol.|Twee mensen bleven."});
  ExpectSplit("en", {"I like The Who! 's Tommy."});
  ExpectSplit("sv", {"Ta t.ex. Stockholm.|Det är stort.",
                     "Vi ses kl. 8 hos fru Berg.|Kom i tid!"});
  ExpectSplit("da", {"Tag f.eks. Aarhus.|Den er stor.",
                     "Den 3. maj regner det.|Nu ikke."});
  ExpectSplit("nb", {"Ta f.eks. Bergen.|Det er fint der."});
  ExpectSplit("nn", {"Han kom kl. 10.|Ho gjekk."});
}

TEST(SentenceSplitterTest, ContinuesBeforeLowerCase) {
  ExpectSplit("en", {"He came. and went", "Stop! he cried.", "What? no way",
                     "It was (so it seems!) late.", "So... maybe.",
                     "The sign (!) Fell down.", "A, b. , c"});
  ExpectSplit("en",
              {"It rains.|iPhones get wet.", "Call it.|os.walk returns."});
}

TEST(SentenceSplitterTest, EnglishAbbreviations) {
  ExpectSplit("en", {"Dr. Hale met Mrs. Orr.|She left.",
                     "See Fig. 3 and p. 7.|Then go.",
                     "It is No. 5.|No.|It isn't.",
                     "The U.S. Senate met.",
                     "He left the U.S.|He came back.",
                     "Ask J. K. Moss.|She knows.",
                     "The firm is Orr Inc.|It is old.",
                     "Orr Inc. Chairman Hale",
                     "Come at 5 p.m. Monday.",
                     "Come at 5 p.m.|The door is open.",
                     "Bring pens, ink, etc.|Peter has paper.",
                     "Born on Jan. 5 in Rome.",
                     "Plan B.|The end.",
                     "So do I.|Peter too.",
                     "Vitamin C. Hale said",
                     "Use vol. 2, e.g. Hale et al. 1999.",
                     "P.S. The key is here.",
                     "Mr. X.|The man",
                     "The sgt. Peter",
                     "He has a Ph.D.|She has two."});
}

TEST(SentenceSplitterTest, NumbersAndAddresses) {
  ExpectSplit(
      "en", {"It costs 3.50 or 1,000.50 now.", "Version 2.1.0 is out.|Get it.",
             "See www.example.com.|It is new.", "Open readme.txt.|Read it.",
             "Mail a.b@example.com now.", "It was 1990.|20 people came.",
             "Is https://a.org/x?Y=Z here?", "Go to 10.0.0.1 now."});
}

TEST(SentenceSplitterTest, MissingSpaces) {
  ExpectSplit("en", {"It was late.||The bus left.", "Ask them?||Yes please.",
                     "It was in 1990.||In May it ended.",
                     "Use collections.Counter here.", "See example.The/x",
                     "See http://a.example/b?Query end"});
  ExpectSplit("es", {"Nadie vino.||¿Qué hago?"});
}

TEST(SentenceSplitterTest, MarkersStayWithTheirText) {
  ExpectSplit("en", {"1. Buy milk.|2. Call home.", "a. The first",
                     "a) Wash it.|b) Boil it.", "(a) What?|(b) Why?",
                     "IV. The sea", "Chapter 3. The sea", "Art. 5. Rights"});
}

TEST(SentenceSplitterTest, QuotesAndBrackets) {
  ExpectSplit(
      "en",
      {"\"Stop!\" she said.|He did.", "\"Why?\" Hale asked.|Why not?",
       "\"Why?\"|Nobody knew.", "He said: \"It is late.|We must go.\"|We went.",
       "He asked \"Who? Why?\" and left.", "It works (see p. 5. It is short).",
       "She left (see below).|He stayed.", "It is true.[12]|It is known.",
       "It is so (Hale, 1998).|Yes.", "It is so. (Hale, 1998)|Yes."});
  ExpectSplit("de", {"„Komm!“, rief er.|„Nein.“|Er ging.",
                     "»Komm!«, rief er.|»Nein.«|Er ging."});
  ExpectSplit("fr",
              {"Il cria : « Viens ! » puis partit.", "« Viens. »|Elle vint."});
  ExpectSplit("es", {"—¿Vienes? —preguntó Ana.|—Sí.", "«Ven.»|Vino.",
                     "¿Quién?|¡Yo!|Bien."});
}

TEST(SentenceSplitterTest, Ellipses) {
  ExpectSplit("en", {"Well... I think so.", "He waited...|Then he left.",
                     "He waited…|Then he left.", "Wait... what?",
                     "It is . . . late.", "... and so on."});
  ExpectSplit("de", {"Ein... Hund.", "Er ging...|Dann kam er."});
}

TEST(SentenceSplitterTest, SpanishAbbreviations) {
  ExpectSplit("es", {"El Sr. Paz y la Dra. Gil van.|Vuelven.",
                     "Vive en EE. UU. desde mayo.", "Vive en EE. UU.|El frío",
                     "Hay frutas, p. ej. Kiwis.", "A las 5 p. m.|Salimos.",
                     "Véase la pág. 8.|Siga.", "En 44 a. C. murió.",
                     "Hay pan, etc.|Compre.", "Av. Colón, n.º 5."});
}

TEST(SentenceSplitterTest, GermanAbbreviationsAndOrdinals) {
  ExpectSplit("de",
              {"Am 3. Mai kam er.|Er blieb.", "Im 19. Jahrhundert",
               "Ludwig XIV. König von Paris", "Das war 1990.|Menschen kamen.",
               "Er hat z. B. Äpfel.", "Dr. Orr kam ca. Mitte Mai.",
               "Er ist 30.|Sie ist 40.", "Das gilt u. a. Kindern.",
               "Nr. 5 lebt.|Nr. 6 auch.", "Birnen usw. Äpfel",
               "Birnen usw.|Dann ging er.", "Es kam von ihr.|Peter ging.",
               "Er wohnt Hauptstr. Ecke Ring.", "Um 300 v. Chr. Geburt",
               "Das kostet 3,50.|Menschen zahlen."});
}

TEST(SentenceSplitterTest, FrenchItalianPortuguese) {
  ExpectSplit("fr", {"M. Roy et Mme Lot sont là.|Ils partent.",
                     "En 50 av. J.-C. César vint.", "Voir p. 5.|Puis lire.",
                     "C'est l'art.|L'art vit.", "J.-P. Roy vient."});
  ExpectSplit("it", {"Il sig. Neri e la dott.ssa Po.|Vanno.",
                     "Pane, vino, ecc.|Poi basta.", "Vedi pag. 5.|Leggi."});
  ExpectSplit("pt", {"O Sr. Dias e a Dra. Reis vão.|Voltam.",
                     "Há frutas, p. ex. Uvas.", "Ver pág. 5.|Depois ler."});
}

TEST(SentenceSplitterTest, OtherLanguages) {
  ExpectSplit("zh", {"他来了。||我走了！||好吗？||好。",
                     "“你好。”他说。||“好。”||他走了。", "价格是3.14元。",
                     "他（真的。是的）来了。"});
  ExpectSplit("ja",
              {"雨です。||寒い。", "「はい。」と言った。||「いいえ。」||彼は"});
  ExpectSplit("th", {"เขาเกิด พ.ศ. ที่นี่ ดร. สมชาย"});
  ExpectSplit("hi", {"वह आया।|मैं गया।"});
  ExpectSplit("ar", {"هل جاء؟|نعم.|لا"});
  ExpectSplit("ru", {"Он пришёл.|Я ушёл.", "Это стоит 5 руб. Билет",
                     "На рис. 5 показано устройство.|Дальше.",
                     "Школа им. Пушкина закрыта.", "См. Приложение 2."});
  ExpectSplit("nb", {"Den 3. Mai kom han.|Han ble."});
  ExpectSplit("", {"Dr. Hale came.|Der Sr. Paz kam.", "En EE. UU. Hale"});
}

TEST(SentenceSplitterTest, EmojiStayWithTheSentenceBefore) {
  ExpectSplit("en", {"Great! 😀|Thanks.", "Thanks. :-)|Bye.",
                     "Ok. 👩‍👩‍👧 👍🏽|Bye."});
}

TEST(SentenceSplitterTest, TextWithoutCapitals) {
  ExpectSplit("en", {"hi there, are you well?|i am", "what? no"});
}

TEST(SentenceSplitterTest, WhiteSpaceIsOutside) {
  EXPECT_EQ(Split("", "en"), "");
  EXPECT_EQ(Split(" \t\u00a0\u3000\n", "en"), "");
  EXPECT_EQ(Split("  A bee.  \n C dee. \u200b", "en"), "A bee.|C dee.");
  EXPECT_EQ(Split("Mr.\nHale came.\r\nHe left.", "en"),
            "Mr.\nHale came.|He left.");
  EXPECT_EQ(Split("?! ...", "en"), "?! ...");
  EXPECT_EQ(Split("He left. ---", "en"), "He left. ---");
}

TEST(SentenceSplitterTest, AFullWidthDecimalMarkEndsNothing) {
  EXPECT_EQ(Split("売上は前年比３．５％増となった。次へ。", "ja"),
            "売上は前年比３．５％増となった。||次へ。");
}

TEST(SentenceSplitterTest, LongTextsTakeLinearTime) {
  constexpr std::size_t kSize = (1 << 18) / kSlowness;
  for (const std::string_view part :
       {". ",     "a. ", "? ",   "(a. ",       "\"A. ", "... ",   ".\"", "1. ",
        "a.A ",   "。",  "A.B.", "          ", "[1",    "a",      " (A", ":",
        "\u0300", "😀 ",  "J. ",  "-",          "x_",    "\u00a0»"}) {
    std::string text;
    while (text.size() < kSize) {
      text += part;
    }
    const std::vector<ByteSpan> sentences = SplitSentences(text, "de");
    EXPECT_LE(sentences.size(), text.size()) << part;
  }
}

// Each `Dr.` asks whether the sentence begins with the number of a section.
TEST(SentenceSplitterTest, ALongBeginningTakesLinearTime) {
  constexpr std::size_t kSize = (1 << 18) / kSlowness;
  for (const std::string& begin :
       {"Hello" + std::string(kSize, ' '), "Chapter" + std::string(kSize, ' '),
        std::string(kSize, 'a')}) {
    std::string text = begin;
    while (text.size() < 2 * kSize) {
      text += "Dr. A ";
    }
    EXPECT_FALSE(SplitSentences(text, "en").empty());
  }
}

TEST(SentenceSplitterTest, ThreadsShareTheTables) {
  std::vector<std::thread> threads;
  std::vector<std::string> results(8);
  for (std::string& result : results) {
    threads.emplace_back([&result] {
      result = Split("Er kam z. B. um 3. Dann ging er.", "de");
    });
  }
  for (std::thread& thread : threads) {
    thread.join();
  }
  EXPECT_THAT(results,
              testing::Each(testing::Eq("Er kam z. B. um 3.|Dann ging er.")));
}

}  // namespace
}  // namespace interpres
