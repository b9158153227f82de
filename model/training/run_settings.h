// The settings that must be the same for a resumed run to compute the same
// numbers.

#ifndef INTERPRES_MODEL_TRAINING_RUN_SETTINGS_H_
#define INTERPRES_MODEL_TRAINING_RUN_SETTINGS_H_

#include "model/training/corpus.h"
#include "model/training/parameters.h"
#include "model/training/state_archive.h"
#include "model/training/trainer_options.h"

namespace interpres {

// Returns the settings of RunSettings that are known before the texts are read.
StateEntries OptionSettings(const TrainerOptions& options);

// Returns the settings, by name, that a resumed run must have in common with
// the stored run. A name is a flag or a description. Numbers have enough digits
// to read back as the same value. The schedule is not included: it may change,
// because a user changes it to prolong or end a run.
StateEntries RunSettings(const TrainerOptions& options,
                         const ParameterLayout& layout,
                         const ExampleSet& train);

// Returns, by name, the settings that a resumed run may change but that must be
// the same in all processes. These are the schedule of the learning rate and
// the updates at which all processes synchronise.
StateEntries ScheduleSettings(const TrainerOptions& options);

}  // namespace interpres

#endif  // INTERPRES_MODEL_TRAINING_RUN_SETTINGS_H_
