"""Writes sentences.en.txt: English sentences of mixed length for load tests.

usage: make_sentences.py > sentences.en.txt

The sentences are made from the templates and words below with a fixed seed, so
the file can be made again. A third is short, a third has a subordinate clause,
a third joins several clauses, as real requests vary.
"""

import random

SEED = 1
COUNT = 300
PEOPLE = ["I", "we", "they", "you", "my brother", "our neighbour", "the doctor",
          "the old teacher", "her sister", "the children", "his friends",
          "the woman next door", "everybody", "the two students"]
VERBS = ["saw", "found", "bought", "forgot", "needed", "wanted", "remembered",
         "lost", "painted", "carried", "sold", "waited for", "talked about"]
THINGS = ["the red car", "a letter from Madrid", "some bread and cheese",
          "the keys of the house", "a very long book", "the last train",
          "three bottles of water", "an old photograph", "the blue umbrella",
          "a table by the window", "the answer to your question",
          "a small garden behind the church", "fresh coffee"]
TIMES = ["yesterday", "last week", "this morning", "after dinner", "in 1998",
         "every Sunday", "before the rain began", "late at night",
         "two hours ago", "in the summer"]
PLACES = ["in the city", "at the station", "near the river", "at home",
          "on the other side of the street", "in the kitchen",
          "at the market", "in front of the school"]
LINKS = ["because", "although", "when", "while", "before", "after", "but",
         "and", "so"]
QUESTIONS = ["Where is {thing}?", "Who {verb} {thing}?",
             "Why did {person} leave {place}?",
             "Can you help me find {thing}?", "What time does it open?",
             "How much does {thing} cost?"]
SHORT = ["Good morning.", "I am tired.", "It is raining.", "Thank you very much.",
         "See you tomorrow.", "He is not here.", "Open the door, please.",
         "I don't know.", "She laughed.", "Be careful!"]


def clause(rng):
    parts = [rng.choice(PEOPLE), rng.choice(VERBS), rng.choice(THINGS)]
    if rng.random() < 0.5:
        parts.append(rng.choice(PLACES))
    if rng.random() < 0.5:
        parts.append(rng.choice(TIMES))
    return " ".join(parts)


def sentence(rng, index):
    if index % 3 == 0:
        template = rng.choice(SHORT + QUESTIONS)
        text = template.format(thing=rng.choice(THINGS), verb=rng.choice(VERBS),
                               person=rng.choice(PEOPLE),
                               place=rng.choice(PLACES))
    else:
        clauses = 2 if index % 3 == 1 else rng.randrange(3, 6)
        text = clause(rng)
        for _ in range(clauses - 1):
            text += f", {rng.choice(LINKS)} {clause(rng)}"
        text += "."
    return text[0].upper() + text[1:]


def main():
    rng = random.Random(SEED)
    seen = set()
    index = 0
    while len(seen) < COUNT:
        text = sentence(rng, index)
        if text not in seen:
            seen.add(text)
            print(text)
        index += 1


if __name__ == "__main__":
    main()
