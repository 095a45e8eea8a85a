// SPDX-License-Identifier: MIT
// The lists of cases, one for each growth_<topic>.c.
GROWTH_TOPIC(growthBounds)
GROWTH_TOPIC(growthEditing)
GROWTH_TOPIC(growthFlights)
GROWTH_TOPIC(growthGeometry)
GROWTH_TOPIC(growthLocality)
GROWTH_TOPIC(growthOutlines)
