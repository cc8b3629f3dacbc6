import { api, at } from '../../api/api.ts'
import { needNames } from '../../live/known-names.ts'
import { openLater } from '../../parts/dialog.tsx'
import { loadSettingsWords } from '../../words/words.ts'
import type { AbsenceStart } from './absences/absence-dialog.tsx'

const load = async () => (await Promise.all([import('./all.ts'), loadSettingsWords()]))[0].all

/** Opens the dialogue for a new absence of a member. */
export const openAbsence = (start: AbsenceStart): Promise<void> =>
  openLater(async () => {
    needNames()
    const { AbsenceDialog } = await load()
    return (close) => <AbsenceDialog start={start} close={close} />
  })

/** Opens the dialogue that changes an existing absence. */
export const openKnownAbsence = (absenceId: string): Promise<void> =>
  openLater(async () => {
    needNames()
    const path = { absenceId }
    const [{ AbsenceDialog }, absence] = await Promise.all([
      load(),
      api.GET('/api/v1/absences/{absenceId}', at(path)),
    ])
    return (close) => <AbsenceDialog absence={absence} close={close} />
  })
