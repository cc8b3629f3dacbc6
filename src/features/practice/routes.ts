import { tagged } from '../../http/route.ts'
import { practice, updatePracticeBody } from '../shared/practice-schema.ts'
import { viewPractice } from '../shared/practice-view.ts'
import { requireTouch } from '../shared/requirements.ts'
import { editPractice, readPractice } from './actions.ts'
import { type MeDeps, readMe, updateMe } from './me.ts'

/** The practice's settings (RULES §2.4): every member reads them, owners write them. */
export const practiceRoutes = tagged('Practice', (deps: MeDeps) => {
  const { route, now } = deps
  return {
    me: readMe(deps),
    updateMe: updateMe(deps),

    read: route(
      {
        id: 'getPractice',
        summary: 'Read the practice settings',
        description: 'A setting that nobody has set has its default.',
        answer: practice,
      },
      ({ practice }) => viewPractice(readPractice(practice)),
    ),

    update: route(
      {
        id: 'updatePractice',
        summary: 'Change the practice settings',
        description:
          'Owners only. With a session, the years for which deleted records are kept need a passkey used within the last ten minutes. A pack is replaced as a whole and must keep every status that patients have. Own fields are replaced as a whole and must keep every field in which a patient has a text. Null sets the hours, the slot length, the lead or the years back to the default.',
        who: 'owner',
        body: updatePracticeBody,
        answer: practice,
        conditional: true,
        problems: ['passkey_required', 'conflict'],
      },
      ({ practice, caller, body }) =>
        editPractice(practice, body, now(), (scope) => requireTouch(scope, caller, now())),
      viewPractice,
    ),
  }
})
