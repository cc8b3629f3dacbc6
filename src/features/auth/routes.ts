import { type Static, type TSchema, Type } from '@sinclair/typebox'
import type { Act } from '../../domain/act.ts'
import { roles } from '../../domain/caller.ts'
import { packTemplates } from '../../domain/pack.ts'
import { siteOf, userAgentOf } from '../../http/exchange.ts'
import { openRoute } from '../../http/route.ts'
import { filledText, formatted, integer, oneOf, optional, shape, text } from '../../http/shape.ts'
import { ceremonyOptions, passkeyResponse, signedIn, viewSignedIn } from '../../webauthn/schema.ts'
import { firstPasskeyName } from '../shared/access.ts'
import { newPasskey } from '../shared/account-mail.ts'
import { viewPack } from '../shared/practice-view.ts'
import { sessionEnds, whyEnded } from './authenticate.ts'
import { enrolment } from './enrol.ts'
import { type SetupDeps, setup } from './setup.ts'
import { beginSetupBody, finishSetupBody, openedSetup, openSetupBody } from './setup-schema.ts'
import { signIn } from './sign-in.ts'

const link = text(200, 'The secret of the link: the part after its `#`.')

/** The name of the person who joins, and the secret of their link. */
const joiner = { link, name: filledText(200) }

const invitation = shape({
  practiceName: Type.String(),
  name: Type.String(),
  email: Type.String(),
  role: oneOf(roles),
  /** Whether the member had a passkey before. False for a new member. */
  returning: Type.Boolean(),
})

const beginSignInBody = shape({
  /** How many earlier tries found no passkey. Each try asks for the passkeys of another address of the practice. */
  nth: optional(integer(0, 1_000)),
})

const signInOptions = shape({
  ...ceremonyOptions.properties,
  /**
   * Whether a further try can ask for passkeys of another address, because some members still have passkeys from there.
   */
  earlier: optional(Type.Boolean()),
  /** True when the practice has moved and passkeys of its earlier address do not work at this address. */
  left: optional(Type.Boolean()),
})

/**
 * The three ways to get a session (RULES §5): setting up the first practice, joining by a one-time link, signing in
 * with a passkey. Each way begins with `options` for the browser. It ends when the response of the authenticator opens
 * a session.
 */
export const authRoutes = (deps: SetupDeps) => {
  const { limit, mail } = deps
  const first = setup(deps)
  const joining = enrolment(deps)
  const back = signIn(deps)

  const finish = <B extends TSchema>(
    id: string,
    body: B,
    open: (
      act: Act,
      body: Static<B>,
      userAgent: string | null,
      request: Request,
    ) => Promise<Parameters<typeof viewSignedIn>[0]>,
  ) =>
    openRoute(
      { id, limit, body, answer: signedIn, status: 201 },
      async ({ act, request, body }): Promise<Static<typeof signedIn>> =>
        viewSignedIn(await open(act, body, userAgentOf(request), request)),
    )

  return {
    openSetup: openRoute({ id: 'openSetup', limit, body: openSetupBody, answer: openedSetup }, ({ body }) => {
      first.checkLink(body.link)
      return { packs: Object.values(packTemplates).map(viewPack) }
    }),
    beginSetup: openRoute(
      { id: 'beginSetup', limit, body: beginSetupBody, answer: ceremonyOptions },
      async ({ body }) => ({
        options: await first.begin(body),
      }),
    ),
    finishSetup: finish('finishSetup', finishSetupBody, first.finish),

    openEnrolment: openRoute(
      { id: 'openEnrolment', limit, body: shape({ link }), answer: invitation },
      ({ body, request }) => {
        const { practiceName, member } = joining.open(siteOf(request), body.link)
        const { name, email, role, enrolledAt } = member
        return { practiceName, name, email, role, returning: enrolledAt !== null }
      },
    ),
    beginEnrolment: openRoute(
      { id: 'beginEnrolment', limit, body: shape(joiner), answer: ceremonyOptions },
      async ({ body, request }) => ({
        options: await joining.begin(siteOf(request), body.link, body.name),
      }),
    ),
    finishEnrolment: finish(
      'finishEnrolment',
      shape({ ...joiner, response: passkeyResponse }),
      async (act, body, userAgent, request) => {
        const { member, session } = await joining.finish(act, siteOf(request), body, userAgent)
        // The member gets a mail, and so learns when somebody else used their link.
        mail.tell(request, member, newPasskey(firstPasskeyName))
        return session
      },
    ),

    beginSignIn: openRoute(
      { id: 'beginSignIn', limit, body: beginSignInBody, answer: signInOptions },
      ({ body, request }) => back.begin(siteOf(request), body.nth ?? 0),
    ),
    explainEnd: openRoute(
      {
        id: 'explainEnd',
        limit,
        body: shape({ token: text(200), practiceId: optional(formatted('uuid')) }),
        answer: shape({ why: oneOf(sessionEnds) }),
      },
      ({ body, request }) => ({ why: whyEnded(deps.identity, body, siteOf(request).serves) }),
    ),
    finishSignIn: finish(
      'finishSignIn',
      shape({ response: passkeyResponse }),
      (act, { response }, userAgent, request) => back.finish(act, siteOf(request), response, userAgent),
    ),
  }
}
