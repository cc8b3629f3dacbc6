import { confirmRestores, countUnconfirmed } from '../backup/trail/confirm.ts'
import { exportTrail } from '../backup/trail/export.ts'
import { requireAuditKey } from '../backup/trail/key.ts'
import { verifyTrail } from '../backup/trail/verify.ts'
import { operatorAct } from '../domain/act.ts'
import { lookupId } from '../domain/id.ts'
import { TrailKey } from '../store/engine/chain/chain.ts'
import { requireYes } from './ask.ts'
import { command, flag, optional, required, UsageError } from './command.ts'
import { withStore } from './store.ts'

export const auditVerify = command({
  name: 'audit verify',
  summary:
    'Reads the whole audit trail and finds rows that were changed, removed, swapped, added or cut off. Changes nothing.',
  options: { practice: optional('ID', 'The practice. All practices when left out.') },
  run: async ({ practice }, { config, say }) => {
    const only = practice === undefined ? undefined : lookupId(practice)
    const { findings, notes, found, lastNight: _, ...read } = await verifyTrail(config, { only, say })
    const line =
      (state: string) =>
      ({ practiceId, seq, what }: (typeof findings)[number]) => ({
        state,
        practiceId: practiceId ?? 'installation',
        seq,
        what,
      })
    return [
      ...findings.map(line('finding')),
      ...notes.map(line('note')),
      { state: found === 0 ? 'whole' : 'tampered', ...read, findings: found },
    ]
  },
  failed: (results) => results.some(({ state }) => state === 'tampered'),
})

export const auditConfirmRestore = command({
  name: 'audit confirm-restore',
  summary:
    'Says that the database was taken back or restored on purpose. Until then, `audit verify` calls the rows that were lost a finding. Asks first.',
  options: { yes: flag('Confirms without a question.') },
  async run({ yes }, { config, now, say, ask }) {
    const key = new TrailKey(await requireAuditKey(config, say))
    const confirmed = await countUnconfirmed(config, key, say)
    if (confirmed > 0) {
      if (!yes)
        await requireYes(
          ask,
          `The database was taken back or restored ${confirmed} times. Was that on purpose?`,
          `the database was taken back ${confirmed} times: add --yes if that was on purpose`,
        )
      const act = operatorAct('audit confirm-restore')
      await withStore(config, ({ auditTrail }) =>
        auditTrail.append(null, act, [{ kind: 'export', detail: { confirmed } }]),
      )
      await confirmRestores(config, key, now(), say)
    }
    return { confirmed }
  },
})

export const auditExport = command({
  name: 'audit export',
  summary:
    'Writes the audit trail of a practice to a new file, one row a line, as JSON. The export leaves a row in the trail.',
  options: {
    practice: required('ID', 'The practice.'),
    to: required('FILE', 'The new file. It must not be there yet.'),
  },
  run: async ({ practice, to }, { config }) => {
    const practiceId = lookupId(practice)
    return withStore(config, async ({ identity, practices }) => {
      if (!identity.practiceIds().includes(practiceId)) throw new UsageError('--practice is no practice here')
      const act = operatorAct('audit export')
      return { file: to, rows: await exportTrail(practices.of(practiceId, act), to) }
    })
  },
})
