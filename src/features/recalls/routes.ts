import { mostRecallMessages } from '../../domain/recall.ts'
import { deleted, deletion } from '../../http/answers.ts'
import { tagged } from '../../http/route.ts'
import { pathId } from '../../http/shape.ts'
import type { Deps } from '../shared/deps.ts'
import { browseRecalls, createRecallContact, deleteRecallContact } from './actions.ts'
import { createContactBody, recallContact, recallList, recallQuery } from './schema.ts'
import { viewRecall, viewRecallContact } from './view.ts'

const ids = { patientId: pathId('duePatient', 'The patient who is due.') }

/** The patients who are due to come again (RULES §34), open to every member. */
export const recallRoutes = tagged('Front desk', ({ route, now }: Deps) => ({
  list: route(
    {
      id: 'listRecalls',
      summary: 'List who is due to come again',
      description:
        'Lists the patients for whom `recallMonths` have passed since their last visit of a kind, page by page. Only visits that were noted as done count. The list leaves out patients with a future visit, patients who do not want to come, and patients who want to be asked later.',
      query: recallQuery,
      answer: recallList,
    },
    ({ practice, query, saw }) => {
      const { shown, nextCursor } = browseRecalls(practice, query, now())
      saw({ patients: shown.map(({ patientId }) => patientId), often: true })
      return { recalls: shown.map(viewRecall), nextCursor }
    },
  ),

  contact: route(
    {
      id: 'createRecallContact',
      summary: 'Note how a patient was reminded to come again',
      description: `With the kind \`message\`, at most ${mostRecallMessages} messages go out, two weeks apart, by e-mail or else by text message. They stop when the patient books, declines, or wants to be asked later. The answer is 409 when the patient is not due, or may not get a message.`,
      ids,
      body: createContactBody,
      answer: recallContact,
      status: 201,
      problems: ['conflict'],
    },
    ({ practice, caller, ids, body }) =>
      createRecallContact(practice, caller.userId, ids.patientId, body, now()),
    viewRecallContact,
  ),

  takeBack: route(
    {
      id: 'deleteRecallContact',
      summary: 'Delete a recall contact',
      description: 'Its planned messages that did not go out yet are cancelled.',
      ids: { ...ids, contactId: pathId('recallContact', 'The contact.') },
      answer: deletion,
    },
    ({ practice, ids }) => deleteRecallContact(practice, ids.patientId, ids.contactId, now()),
    () => deleted,
  ),
}))
