import { operatorAct } from '../domain/act.ts'
import { command, optional } from './command.ts'
import { practiceOf } from './practice-transfer.ts'
import { withStore } from './store.ts'

export const keysRotate = command({
  name: 'keys rotate',
  summary:
    "Makes a new key for the links in a practice's messages to patients, or in those of every practice. Links that are out go on working. A key from an older backup signs no link for appointments that are booked from now on.",
  options: { practice: optional('ID', 'The practice. Every practice when left out.') },
  run: ({ practice }, { config, now }) =>
    withStore(config, async ({ keys, identity, transfer }) => {
      const ids =
        practice === undefined ? identity.practiceIds() : [practiceOf(transfer, practice, 'practice')]
      const act = operatorAct('keys rotate')
      const results = []
      for (const practiceId of ids) results.push({ practiceId, ...(await keys.rotate(practiceId, act, now)) })
      return results
    }),
})
