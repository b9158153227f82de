"""libretranslate-aio against our server, run by http_conformance.py.

usage: client.py URL GUARDED_URL TOKEN

The server at URL is open. The server at GUARDED_URL needs TOKEN.
"""

import asyncio
import sys

from libretranslate_aio import (AsyncLibreTranslate, ForbiddenError,
                                LibreTranslate)

TEXT, TRANSLATION = "Good morning", "Buenos días"


def check_open(url):
    with LibreTranslate(url) as client:
        assert client.health()
        assert [one.code for one in client.languages()] == ["en", "es"]
        assert client.frontend_settings().char_limit > 0
        found = client.translate(TEXT, "auto", "es", alternatives=1)
        assert found.translated_text == TRANSLATION, found
        assert found.detected_language.language == "en", found
        assert len(found.alternatives) == 1, found
        found = client.translate("<p>Good <b>morning</b></p>", "en", "es",
                                 format="html")
        assert "<b>" in found.translated_text, found
        best = client.detect("Where is the nearest train station?")[0]
        assert best.language == "en", best


async def check_guarded(url, token):
    async with AsyncLibreTranslate(url, api_key=token) as client:
        found = await asyncio.gather(*(client.translate(TEXT, "en", "es")
                                       for _ in range(8)))
        assert {one.translated_text for one in found} == {TRANSLATION}, found
    async with AsyncLibreTranslate(url, api_key="wrong") as client:
        try:
            await client.translate(TEXT, "en", "es")
        except ForbiddenError as error:
            assert error.status_code == 403
        else:
            raise AssertionError("a wrong key was accepted")


def main():
    if len(sys.argv) != 4:
        sys.exit(__doc__)
    check_open(sys.argv[1])
    asyncio.run(check_guarded(*sys.argv[2:]))
    print(TRANSLATION)


if __name__ == "__main__":
    main()
