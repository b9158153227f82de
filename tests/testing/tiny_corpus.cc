#include "tests/testing/tiny_corpus.h"

namespace interpres {

const std::vector<TinySentencePair>& TinyCorpus() {
  static const auto* const corpus = new std::vector<TinySentencePair>{
      {"The cat sleeps on the warm stove.",
       "El gato duerme sobre la estufa caliente."},
      {"My brother sells bread near the station.",
       "Mi hermano vende pan cerca de la estación."},
      {"We will paint the old boat tomorrow.",
       "Mañana pintaremos el barco viejo."},
      {"Who closed the garden gate?", "¿Quién cerró la puerta del jardín?"},
      {"She keeps seven keys in a blue box.",
       "Ella guarda siete llaves en una caja azul."},
      {"It rained all night, but the road is dry.",
       "Llovió toda la noche, pero el camino está seco."},
      {"Please bring two cups of coffee.",
       "Por favor, trae dos tazas de café."},
      {"The teacher wrote 45 words on the board.",
       "La maestra escribió 45 palabras en la pizarra."},
      {"How quickly the child learned to swim!",
       "¡Qué rápido aprendió a nadar el niño!"},
      {"I do not know where the train stops.",
       "No sé dónde se detiene el tren."},
      {"Their house has a red roof and a small window.",
       "Su casa tiene un techo rojo y una ventana pequeña."},
      {"He opened the letter with great care.",
       "Abrió la carta con mucho cuidado."},
      {"The market begins at six in the morning.",
       "El mercado empieza a las seis de la mañana."},
      {"Nobody heard the bell in the tower.",
       "Nadie oyó la campana de la torre."},
      {"You can borrow my umbrella on Monday.",
       "Puedes usar mi paraguas el lunes."},
      {"The fox jumped quietly over the wall.",
       "El zorro saltó en silencio por encima del muro."},
      {"A young doctor visits the village every week.",
       "Una médica joven visita el pueblo cada semana."},
      {"These apples are sweeter than those.",
       "Estas manzanas son más dulces que aquellas."},
      {"Turn left after the bridge.",
       "Gire a la izquierda después del puente."},
      {"The museum was full of quiet people.",
       "El museo estaba lleno de gente callada."},
      {"Her uncle builds guitars by hand.",
       "Su tío construye guitarras a mano."},
      {"Did you water the plants today?", "¿Has regado las plantas hoy?"},
      {"The zoo keeper weighed 12 penguins.",
       "El cuidador del zoológico pesó 12 pingüinos."},
      {"Write your name and the date here.",
       "Escriba aquí su nombre y la fecha."},
  };
  return *corpus;
}

std::vector<std::string> TinySentences() {
  std::vector<std::string> sentences;
  for (const TinySentencePair& pair : TinyCorpus()) {
    sentences.push_back(pair.en);
    sentences.push_back(pair.es);
  }
  return sentences;
}

}  // namespace interpres
