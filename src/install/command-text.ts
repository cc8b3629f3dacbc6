import { places, serviceUser } from './places.ts'

/** A small program that runs `chairside …` as the user of the service, with the settings of the service. */
export const commandText = `#!/bin/sh
# Runs a command of chairside as the user of the service, with its settings. Only root may.
if [ -t 0 ] && [ -t 1 ]; then how=--pty; else how=--pipe; fi
exec systemd-run --quiet "$how" --wait --collect --uid=${serviceUser} \\
  -p WorkingDirectory=${places.program} -p UMask=0077 -p EnvironmentFile=${places.settings} \\
  -E DATABASE_PATH=${places.database} ${places.program}/bun src/cli.ts "$@"
`
