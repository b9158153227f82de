// What must be the same for a resumed run to compute the same numbers.

#ifndef INTERPRES_MODEL_TRAINING_RUN_SETTINGS_H_
#define INTERPRES_MODEL_TRAINING_RUN_SETTINGS_H_

#include "model/training/corpus.h"
#include "model/training/parameters.h"
#include "model/training/state_archive.h"
#include "model/training/trainer_options.h"

namespace interpres {

// Names, as of flags, and values, to the last digit. The schedule is not among
// them: it may change, for that is how a run is prolonged or brought to its
// end.
StateEntries RunSettings(const TrainerOptions& options,
                         const ParameterLayout& layout,
                         const ExampleSet& train);

// What a resumed run may change, but not one process of several alone: the size
// of the steps, and the updates at which all processes meet.
StateEntries ScheduleSettings(const TrainerOptions& options);

}  // namespace interpres

#endif  // INTERPRES_MODEL_TRAINING_RUN_SETTINGS_H_
