import type { Static } from '@sinclair/typebox'
import { mostPasskeys } from '../../domain/limits.ts'
import { formatInstant } from '../../domain/time.ts'
import { deleted, deletion } from '../../http/answers.ts'
import { siteOf } from '../../http/exchange.ts'
import { tagged } from '../../http/route.ts'
import { ownPathId } from '../../http/shape.ts'
import type { PasskeyRow } from '../../store/access/passkeys.ts'
import { ceremonyOptions } from '../../webauthn/schema.ts'
import { newPasskey } from '../shared/account-mail.ts'
import type { PasskeyDeps } from '../shared/deps.ts'
import { browsePasskeys, deletePasskey, editPasskey, passkeyAdding } from './actions.ts'
import { passkeyCheck } from './check.ts'
import {
  addPasskeyBody,
  beganCheck,
  beginCheckQuery,
  checkedPasskey,
  checkPasskeyBody,
  passkey,
  passkeyList,
  renamePasskeyBody,
} from './schema.ts'

const ids = { passkeyId: ownPathId('The passkey: an id from the answer of `listMyPasskeys`.') }
/** A member's own passkeys (RULES §5). Only a member who is signed in may change them. */
export const passkeyRoutes = tagged('Account', (deps: PasskeyDeps) => {
  const { route, limit, mail } = deps
  const adding = passkeyAdding(deps)
  const check = passkeyCheck(deps)
  return {
    list: route(
      {
        id: 'listMyPasskeys',
        summary: 'List my passkeys',
        description: 'Oldest first.',
        answer: passkeyList,
      },
      ({ practice, caller }) => ({
        passkeys: browsePasskeys(practice, caller.userId).map(viewPasskey),
      }),
    ),

    begin: route(
      {
        id: 'beginPasskey',
        summary: 'Begin to add a passkey',
        description: `Only with a passkey used within the last ten minutes. The answer contains the options for the browser, which are valid for five minutes. 409 when you have ${mostPasskeys} passkeys.`,
        who: 'signed-in',
        limit,
        answer: ceremonyOptions,
        secret: true,
        problems: ['passkey_required', 'conflict'],
        afterwards: 'It writes nothing. After a crash, the repetition makes a new challenge.',
      },
      async ({ practice, caller, request }) => ({
        options: await adding.begin(practice, caller, siteOf(request)),
      }),
    ),

    add: route(
      {
        id: 'addPasskey',
        summary: 'Add a passkey',
        description: `Only with a passkey used within the last ten minutes. Ends your other sessions. You get a mail about the new passkey. 409 when you have ${mostPasskeys} passkeys.`,
        who: 'signed-in',
        limit,
        body: addPasskeyBody,
        answer: passkey,
        status: 201,
        problems: ['passkey_required', 'conflict'],
      },
      async ({ practice, request, caller, body }) => {
        const added = await adding.finish(practice, caller, body.name, body.response)
        mail.tell(request, caller, newPasskey(added.name))
        return added
      },
      viewPasskey,
    ),

    beginCheck: route(
      {
        id: 'beginPasskeyCheck',
        summary: 'Begin to check my passkey',
        description:
          'Only when signed in with a passkey. The answer contains the options for the browser, which are valid for five minutes.',
        who: 'signed-in',
        limit,
        query: beginCheckQuery,
        answer: beganCheck,
        secret: true,
        afterwards: 'It writes nothing. After a crash, the repetition makes a new challenge.',
      },
      ({ practice, caller, request, query }) =>
        check.begin(practice, caller, siteOf(request), Number(query.nth ?? 0)),
    ),

    check: route(
      {
        id: 'checkPasskey',
        summary: 'Check my passkey',
        description:
          'Only when signed in with a passkey. After the check you may make tokens, passkeys, links, members and owners for ten minutes. Without a check, such requests get `passkey_required`. A sign-in counts as a check.',
        who: 'signed-in',
        limit,
        body: checkPasskeyBody,
        answer: checkedPasskey,
      },
      ({ act, caller, request, body }) => check.finish(act, caller, siteOf(request), body.response),
      (validUntil) => ({ validUntil: formatInstant(validUntil) }),
    ),

    rename: route(
      {
        id: 'renamePasskey',
        summary: 'Name a passkey of mine',
        description: 'Only when signed in with a passkey.',
        who: 'signed-in',
        ids,
        body: renamePasskeyBody,
        answer: passkey,
      },
      ({ practice, caller, ids, body }) => editPasskey(practice, caller.userId, ids.passkeyId, body.name),
      viewPasskey,
    ),

    remove: route(
      {
        id: 'removePasskey',
        summary: 'Remove a passkey of mine',
        description:
          'Only when signed in with a passkey. Your last passkey cannot be removed. Ends your other sessions.',
        who: 'signed-in',
        ids,
        answer: deletion,
        problems: ['conflict'],
      },
      ({ practice, caller, ids }) => deletePasskey(practice, caller, ids.passkeyId),
      () => deleted,
    ),
  }
})

const viewPasskey = (row: PasskeyRow): Static<typeof passkey> => ({
  id: row.id,
  name: row.name,
  lastUsedAt: row.lastUsedAt === null ? null : formatInstant(row.lastUsedAt),
  createdAt: formatInstant(row.createdAt),
})
