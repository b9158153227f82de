"""DeepL's client library for Python against a server of Interpres.

deepl_conformance.py explains the environment.
"""

import os
import pathlib
import sys
import urllib.error
import urllib.parse
import urllib.request

import deepl

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
# pylint: disable=wrong-import-position
from checks import expect_equal, expect_in, run_checks  # noqa: E402

URL = os.environ["INTERPRES_URL"]
TOKEN = os.environ["INTERPRES_TOKEN"]

deepl.http_client.max_network_retries = 0
client = deepl.DeepLClient(TOKEN, server_url=URL)


def check_one_text():
    result = client.translate_text("Good morning.", source_lang="EN",
                                   target_lang="ES")
    expect_equal((result.text, result.detected_source_lang,
                  result.billed_characters), ("Buenos días.", "EN", 13),
                 "result")


def check_texts_whose_language_is_detected():
    results = client.translate_text(
        ["The cat sleeps.", "¿Dónde está la estación?"], target_lang="ES")
    expect_equal([(r.text, r.detected_source_lang) for r in results],
                 [("El gato duerme.", "EN"),
                  ("¿Dónde está la estación?", "ES")], "results")


def check_regions():
    result = client.translate_text("Buenos días.", source_lang="ES",
                                   target_lang="EN-US")
    expect_in("ood morning", result.text, "translation")
    same = client.translate_text("Good morning.", source_lang="EN",
                                 target_lang="EN-GB")
    expect_equal(same.text, "Good morning.", "text in the target language")


def check_html():
    result = client.translate_text("<p>The <b>cat</b> sleeps.</p>",
                                   target_lang="ES", tag_handling="html")
    expect_equal(result.text, "<p>El <b>gato</b> duerme.</p>", "translation")


def check_xml():
    result = client.translate_text(
        "<doc><p>The <i>cat</i> sleeps.</p><code>The cat</code></doc>",
        source_lang="EN", target_lang="ES", tag_handling="xml",
        outline_detection=False, splitting_tags=["doc", "p"],
        non_splitting_tags="i", ignore_tags=["code", "x"])
    expect_equal(result.text, "<doc><p>El <i>gato</i> duerme.</p>"
                 "<code>The cat</code></doc>", "translation")


def check_splitting():
    text = "The cat\nsleeps."
    expect_equal(client.translate_text(
        text, source_lang="EN", target_lang="ES",
        split_sentences=deepl.SplitSentences.NO_NEWLINES).text,
        "El gato duerme.", "no newlines")
    assert "\n" in client.translate_text(
        text, source_lang="EN", target_lang="ES",
        split_sentences=deepl.SplitSentences.ALL).text
    assert client.translate_text(
        "The cat sleeps. The dog eats.", source_lang="EN", target_lang="ES",
        split_sentences=deepl.SplitSentences.OFF).text


def check_options_without_effect():
    result = client.translate_text(
        "Good morning.", source_lang="EN", target_lang="ES",
        formality="prefer_more", context="A greeting.",
        preserve_formatting=True, model_type="prefer_quality_optimized",
        tag_handling_version="v2")
    expect_equal(result.text, "Buenos días.", "translation")


def check_refused_options():
    for option in ({"formality": "more"}, {"custom_instructions": ["Be kind"]},
                   {"style_rule": "a"}):
        try:
            client.translate_text("a", target_lang="ES", **option)
        except deepl.DeepLException as error:
            expect_equal(error.http_status_code, 400, "status")
        else:
            raise AssertionError(f"{option} is accepted")


def check_languages():
    expect_equal([(one.code, one.name) for one in
                  client.get_source_languages()],
                 [("EN", "English"), ("ES", "Spanish")], "sources")
    expect_equal([(one.code, one.supports_formality) for one in
                  client.get_target_languages()],
                 [("EN-GB", False), ("EN-US", False), ("ES", False)],
                 "targets")


def check_life_of_a_glossary():
    glossary = client.create_glossary(
        "Weblate: 1/en", source_lang="EN", target_lang="ES",
        entries={"cat": "minino", "dog": "chucho"})
    expect_equal((glossary.name, glossary.ready, glossary.entry_count,
                  glossary.source_lang, glossary.target_lang),
                 ("Weblate: 1/en", True, 2, "EN", "ES"), "glossary")
    expect_equal(client.get_glossary(glossary.glossary_id).name,
                 glossary.name, "name")
    expect_in(glossary.glossary_id,
              [one.glossary_id for one in client.list_glossaries()], "ids")
    expect_equal(client.get_glossary_entries(glossary),
                 {"cat": "minino", "dog": "chucho"}, "entries")
    result = client.translate_text("The cat sleeps.", source_lang="EN",
                                   target_lang="ES", glossary=glossary)
    expect_in("minino", result.text, "translation")
    expect_in("minino", client.translate_text_with_glossary(
        "The cat sleeps.", glossary).text, "translation")
    other = client.create_glossary_from_csv(
        glossary.name, source_lang="EN", target_lang="ES",
        csv_data="sea,mar\n")
    assert other.glossary_id != glossary.glossary_id
    for one in (glossary, other):
        client.delete_glossary(one)
    try:
        client.get_glossary(glossary.glossary_id)
    except deepl.GlossaryNotFoundException:
        return
    raise AssertionError("the glossary is still there")


def check_pairs_of_glossaries():
    expect_equal([(one.source_lang, one.target_lang) for one in
                  client.get_glossary_languages()],
                 [("en", "es"), ("es", "en")], "pairs")


def check_usage_without_a_quota():
    usage = client.get_usage()
    expect_equal(usage.character.limit, 1000000000000, "limit")
    assert not usage.any_limit_reached


def check_a_quota():
    small = deepl.DeepLClient(TOKEN,
                              server_url=os.environ["INTERPRES_SMALL_URL"])
    small.translate_text("Good morning.", source_lang="EN", target_lang="ES")
    usage = small.get_usage()
    expect_equal((usage.character.count, usage.character.limit), (13, 20),
                 "usage")
    try:
        small.translate_text("Good morning.", source_lang="EN",
                             target_lang="ES")
    except deepl.QuotaExceededException as error:
        expect_in("quota of 20", str(error), "message")
        return
    raise AssertionError("the quota has no effect")


def check_errors():
    try:
        deepl.DeepLClient("a-wrong-key", server_url=URL).translate_text(
            "a", target_lang="ES")
    except deepl.AuthorizationException:
        pass
    else:
        raise AssertionError("a wrong key is accepted")
    try:
        client.translate_text("a", source_lang="EN", target_lang="XX")
    except deepl.DeepLException as error:
        expect_equal(error.http_status_code, 400, "status")
        return
    raise AssertionError("an unknown language is accepted")


def check_mastodon():
    """A form with `text[]`; the languages by GET."""
    headers = {"Authorization": f"DeepL-Auth-Key {TOKEN}"}
    body = urllib.parse.urlencode(
        [("text[]", "<p>Good morning</p>"), ("text[]", "<p>The cat</p>"),
         ("source_lang", "EN"), ("target_lang", "ES"),
         ("tag_handling", "html")]).encode()
    with urllib.request.urlopen(urllib.request.Request(
            URL + "/v2/translate", data=body, headers=headers),
            timeout=60) as answer:
        expect_in("<p>Buenos días</p>", answer.read().decode(), "answer")
    with urllib.request.urlopen(urllib.request.Request(
            URL + "/v2/languages?type=target", headers=headers),
            timeout=60) as answer:
        expect_in('"ES"', answer.read().decode(), "languages")


if __name__ == "__main__":
    run_checks([(name, check) for name, check in sorted(globals().items())
                if name.startswith("check_")])
