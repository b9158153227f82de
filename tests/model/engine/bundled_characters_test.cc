// The bundled checkpoint translates sentences with characters that are not in
// its vocabulary, in both directions. Every character comes back.

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <iostream>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "model/base/utf8.h"
#include "model/document/grapheme_clusters.h"
#include "model/engine/offline_translator.h"
#include "tests/testing/bundled_model.h"
#include "tests/testing/slowness.h"

namespace interpres {
namespace {

// Characters, without spaces, and a sentence of each language in which "@"
// stands for a character. If `separated` is set, spaces separate names or words
// that stand for "@" as a whole.
struct Group {
  const char* name = nullptr;
  const char* characters = nullptr;
  const char* english = nullptr;
  const char* spanish = nullptr;
  bool separated = false;
};

constexpr Group kGroups[] = {
    {"small letters, Latin-1", "àâãäåæçèêëìîïðòôõöøùûüýþÿß",
     "My friend Ko@an lives in a small village.",
     "Mi amigo Ko@an vive en un pueblo pequeño."},
    {"capital letters, Latin-1", "ÀÁÂÃÄÅÆÇÈÊËÌÍÎÏÐÑÒÓÔÕÖØÙÚÛÜÝÞ",
     "We visited our aunt @rina last summer.",
     "Visitamos a nuestra tía @rina el verano pasado."},
    {"small letters, Latin Extended-A",
     "āăąćĉċčďđēĕėęěĝğġģĥħĩīĭįıĵķĸĺļľłńņňŋōŏőœŕŗřśŝşšţťŧũūŭůűųŵŷźżž",
     "The doctor Ve@kas wrote a long letter.",
     "El doctor Ve@kas escribió una carta larga."},
    {"capital letters, Latin Extended-A",
     "ĀĂĄĆĈĊČĎĐĒĔĖĘĚĜĞĠĢĤĦĨĪĬĮİĴĶĹĻĽŁŃŅŇŊŌŎŐŒŔŖŘŚŜŞŠŢŤŦŨŪŬŮŰŲŴŶŸŹŻŽ",
     "The train stops in @elno every morning.",
     "El tren se detiene en @elno cada mañana."},
    {"currency after a number",
     "¢£¤¥€₡₦₩₪₫₱₲₴₵₸₹₺₽₿₨",
     "The ticket costs 30 @ and the book 12.",
     "El billete cuesta 30 @ y el libro 12."},
    {"currency before a number", "£¥€₹", "They paid @50 for the old chair.",
     "Pagaron @50 por la silla vieja."},
    {"mathematics", "±×÷≠≤≥≈≡∞√∑∏∫∂∆∈∉⊂⊃∪∩∀∃∅∇¬∧∨⊕∝∠⊥∥∴‰ℝℕ",
     "The teacher wrote the sign @ on the board.",
     "La maestra escribió el signo @ en la pizarra."},
    {"single letters", "àâäãåæçèêëìîïðòôöõøùûüýþÿßłøšžőű",
     "The sign @ is here.", "El signo @ está aquí."},
    {"signs of ASCII", "^`|~", "The sign @ is here.", "El signo @ está aquí."},
    {"signs", "§¶©®°·¦¨¯´¸µ†‡•™℠№℃℉",
     "I do not know what @ means in this text.",
     "No sé qué significa @ en este texto."},
    {"arrows", "←↑→↓↔↕↖↗↘↙⇐⇒⇔➔", "Press the key @ to continue.",
     "Pulsa la tecla @ para continuar."},
    {"superscripts", "⁰¹²³⁴⁵⁶⁷⁸⁹ⁿ", "The garden has 10@ plants and a tree.",
     "El jardín tiene 10@ plantas y un árbol."},
    {"subscripts", "₀₁₂₃₄₅₆₇₈₉",
     "The water in the glass is H@O and nothing else.",
     "El agua del vaso es H@O y nada más."},
    {"fractions", "¼½¾⅐⅑⅒⅓⅔⅕⅖⅗⅘⅙⅚⅛⅜⅝⅞", "Add @ cup of milk and two eggs.",
     "Añade @ taza de leche y dos huevos."},
    {"enclosed and Roman numbers", "①②③⑩⑴⒈ⅣⅧⅫ",
     "Read the chapter @ before Monday.", "Lee el capítulo @ antes del lunes."},
    {"emoji",
     "😀😂😍🤔😭🙏👍🎉🔥🌍🚀🐶🍕⚽🏠💡⏰✅❌"
     "✨"
     "\u26A0\uFE0F\u2764\uFE0F\u2600\uFE0F\U0001F44D\U0001F3FD"
     "\U0001F469\u200D\U0001F680"
     "\U0001F468\u200D\U0001F469\u200D\U0001F467\u200D\U0001F466"
     "\U0001F3F3\uFE0F\u200D\U0001F308"
     "\U0001F9D1\U0001F3FF\u200D\U0001F4BB"
     "1\uFE0F\u20E3#\uFE0F\u20E3",
     "I am very happy @ because my sister is coming.",
     "Estoy muy feliz @ porque viene mi hermana."},
    {"emoji at the end", "😊🥳💪🎂",
     "Happy birthday, my dear friend! @",
     "¡Feliz cumpleaños, mi querida amiga! @"},
    {"flags",
     "🇪🇸🇬🇧🇺🇸🇲🇽🇯🇵🏴󠁧󠁢󠁳󠁣󠁴󠁿",
     "My cousin comes from here: @.", "Mi prima viene de aquí: @."},
    {"Greek letters", "αβγδεζηθλμπρστφχψωΓΔΘΛΞΠΣΦΨΩ",
     "The angle @ is larger than the others.",
     "El ángulo @ es mayor que los otros."},
    {"Cyrillic letters", "БГДЖЗИЛПФЦЧШЩЫЭЮЯбгдёжзийлпфцчшщъыэюя",
     "The letter @ comes from another alphabet.",
     "La letra @ viene de otro alfabeto."},
    {"words of other scripts",
     "Привет Ελλάδα 東京 你好 こんにちは 안녕하세요 שלום مرحبا नमस्ते สวัสดี "
     "ሰላም თბილისი Երևան ភាសា ᏣᎳᎩ ᠮᠣᠩᠭᠣᠯ",
     "The word @ is on the door of the shop.",
     "La palabra @ está en la puerta de la tienda.", true},
    {"names with several letters",
     "Dvořák Łódź Gdańsk Çağlar Žižek Ångström Høyer Brontë Saint-Saëns "
     "Nguyễn",
     "The concert of @ begins at eight.",
     "El concierto de @ empieza a las ocho.", true},
};

std::vector<std::string> AllItemsOf(const Group& group) {
  std::vector<std::string> items;
  const std::string_view all = group.characters;
  if (group.separated) {
    for (std::size_t begin = 0; begin < all.size();) {
      const std::size_t end = std::min(all.find(' ', begin), all.size());
      items.emplace_back(all.substr(begin, end - begin));
      begin = end + 1;
    }
    return items;
  }
  const std::vector<int64_t> boundaries = GraphemeBoundaries(all);
  for (std::size_t i = 1; i < boundaries.size(); ++i) {
    items.emplace_back(
        all.substr(boundaries[i - 1], boundaries[i] - boundaries[i - 1]));
  }
  return items;
}

// With sanitizers, a few items of each group.
std::vector<std::string> ItemsOf(const Group& group) {
  const std::vector<std::string> items = AllItemsOf(group);
  std::vector<std::string> some;
  for (std::size_t i = 0; i < items.size(); i += kSlowness) {
    some.push_back(items[i]);
  }
  return some;
}

std::string Filled(std::string_view sentence, const std::string& item) {
  const std::size_t at = sentence.find('@');
  return std::string(sentence.substr(0, at)) + item +
         std::string(sentence.substr(at + 1));
}

class BundledCharactersTest : public ::testing::Test {
 protected:
  void SetUp() override {
    model_ = LoadBundledModel();
    ASSERT_NE(model_, nullptr);
  }

  std::vector<std::string> Translate(const std::vector<std::string>& texts,
                                     const std::string& target) const {
    OfflineOptions options;
    options.target_language = target;
    const auto results = TranslateAll(*model_, texts, options);
    EXPECT_TRUE(results.ok()) << results.status();
    std::vector<std::string> translations;
    for (const OfflineResult& result : *results) {
      EXPECT_TRUE(result.status.ok()) << result.status;
      translations.push_back(result.translations.at(0));
    }
    return translations;
  }

  // Translates the sentences of every group, and counts the items that come
  // back.
  void Count(const std::string& target) const {
    int64_t total = 0;
    int64_t back = 0;
    for (const Group& group : kGroups) {
      const std::vector<std::string> items = ItemsOf(group);
      std::vector<std::string> texts;
      for (const std::string& item : items) {
        texts.push_back(
            Filled(target == "es" ? group.english : group.spanish, item));
      }
      const std::vector<std::string> translations = Translate(texts, target);
      int64_t found = 0;
      for (std::size_t i = 0; i < items.size(); ++i) {
        const std::string& translation = translations[i];
        const bool has_item = translation.find(items[i]) != std::string::npos;
        EXPECT_TRUE(has_item) << texts[i] << " -> " << translation;
        EXPECT_TRUE(IsValidUtf8(translation));
        EXPECT_EQ(translation.find("⁇"), std::string::npos) << translation;
        found += has_item ? 1 : 0;
      }
      std::cout << group.name << ": " << found << " of " << items.size()
                << ", for example " << texts[0] << " -> " << translations[0]
                << '\n';
      total += std::ssize(items);
      back += found;
    }
    std::cout << "into " << target << ": " << back << " of " << total
              << " come back\n";
    EXPECT_GE(total, 241 / kSlowness);
    EXPECT_EQ(back, total);
  }

  std::unique_ptr<const TranslationModel> model_;
};

TEST_F(BundledCharactersTest, EnglishIntoSpanish) { Count("es"); }
TEST_F(BundledCharactersTest, SpanishIntoEnglish) { Count("en"); }

// The model cannot copy bytes that its training text lacked, and writes words
// in their place.
TEST_F(BundledCharactersTest, NoWordIsInvented) {
  const auto count_words = [](std::string_view text) {
    return std::ranges::count(text, ' ') + 1;
  };
  std::vector<std::string> texts;
  for (const char* word :
       {"Ana", "ሰላም", "Երևան", "ភាសា", "ᏣᎳᎩ", "ᠮᠣᠩᠭᠣᠯ", "Nguyễn"}) {
    texts.push_back("The word " + std::string(word) + " is on the door.");
  }
  const std::vector<std::string> translations = Translate(texts, "es");
  for (const std::string& translation : translations) {
    EXPECT_LE(count_words(translation), count_words(translations[0]))
        << translation;
  }
}

// The flags of England, Scotland and Wales have seven characters each.
TEST_F(BundledCharactersTest, FlagsKeepTheSpacesBesideThem) {
  const std::vector<std::string> flags = {
      "🏴\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f",
      "🏴\U000e0067\U000e0062\U000e0073\U000e0063\U000e0074\U000e007f",
      "🏴\U000e0067\U000e0062\U000e0077\U000e006c\U000e0073\U000e007f"};
  struct Frame {
    const char* text;
    const char* beside;  // the flag with its neighbours in the translation
  };
  constexpr Frame kFrames[] = {{"We love England @!", " @!"},
                               {"We love England@!", "@!"},
                               {"The flag (@) is red.", "(@)"},
                               {"The flag @ is red.", " @ "},
                               {"They live there @.", " @."}};
  std::vector<std::string> texts;
  for (const Frame& frame : kFrames) {
    for (const std::string& flag : flags) {
      texts.push_back(Filled(frame.text, flag));
    }
  }
  const std::vector<std::string> translations = Translate(texts, "es");
  for (std::size_t i = 0; i < texts.size(); ++i) {
    const std::string beside =
        Filled(kFrames[i / flags.size()].beside, flags[i % flags.size()]);
    EXPECT_NE(translations[i].find(beside), std::string::npos)
        << texts[i] << " -> " << translations[i];
    EXPECT_LE(std::ssize(translations[i]), std::ssize(texts[i]) + 10)
        << "invented words: " << translations[i];
  }
}

TEST_F(BundledCharactersTest, TwoPricesKeepTheirCurrencies) {
  const std::vector<std::string> signs = {"€", "₽", "₹", "£", "¥", "₩"};
  std::vector<std::string> texts;
  std::vector<std::string> prices;
  for (std::size_t i = 0; i < signs.size(); ++i) {
    for (std::size_t j = 0; j < signs.size(); ++j) {
      if (i != j) {
        prices.push_back(signs[i] + "25");
        prices.push_back(signs[j] + "48");
        texts.push_back("The book costs " + signs[i] + "25 and the lamp " +
                        signs[j] + "48.");
      }
    }
  }
  const std::vector<std::string> translations = Translate(texts, "es");
  for (std::size_t i = 0; i < texts.size(); ++i) {
    EXPECT_NE(translations[i].find(prices[2 * i]), std::string::npos)
        << translations[i];
    EXPECT_NE(translations[i].find(prices[2 * i + 1]), std::string::npos)
        << translations[i];
  }
}

// The vocabulary lacks Á, Ú and ü, which words of these translations can have.
TEST_F(BundledCharactersTest, NoUnknownPieceInOrdinarySentences) {
  const std::vector<std::string> texts = {
      "Africa is a large continent.", "The ice is thin, Angela.",
      "Lately I have been very tired.", "The penguins are ashamed.",
      "He is the last one."};
  for (const std::string& translation : Translate(texts, "es")) {
    EXPECT_EQ(translation.find("⁇"), std::string::npos) << translation;
    std::cout << translation << '\n';
  }
}

}  // namespace
}  // namespace interpres
