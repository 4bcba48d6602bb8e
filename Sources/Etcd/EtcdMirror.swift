// The mirror for many machines.
