import { Button } from '../base/button.tsx'
import { missing, useNew } from '../parts/draft.ts'
import { FormProblem } from '../parts/field.tsx'
import { sending } from '../parts/form.ts'
import { TextField } from '../parts/text-field.tsx'
import { words } from '../words/words.ts'
import { ByLink, type Register } from './by-link.tsx'
import { Around, Heading, OwnersCommand, ToSignIn, useTitle } from './parts.tsx'

interface Invitation {
  readonly practiceName: string
  /** The e-mail address until somebody has given a name. */
  readonly name: string
  readonly email: string
  readonly role: 'owner' | 'assistant'
  /** Whether the member had a passkey before. */
  readonly returning: boolean
}

/** Makes the passkey of a member who was invited, or who has lost the one they had. */
export function Enrol() {
  const { enrol } = words.value.entrance
  useTitle(enrol.title)
  return (
    <ByLink<Invitation>
      purpose="enrol"
      spent={
        <>
          <Heading>{enrol.spent}</Heading>
          <p>{enrol.why}</p>
          <OwnersCommand text={enrol.onlyOwner} />
          <ToSignIn text={enrol.already} says={enrol.signIn} />
        </>
      }
    >
      {(invitation, register) => <EnrolForm {...invitation} register={register} />}
    </ByLink>
  )
}

interface Props extends Invitation {
  readonly register: Register
}

function EnrolForm({ practiceName, name: known, email, role, returning, register }: Props) {
  const { enrol } = words.value.entrance
  const greeting = (returning ? enrol.welcomeBack : enrol.welcome)(practiceName)
  useTitle(greeting)
  const draft = useNew({ name: known === email ? '' : known }, () => {}, missing)
  return (
    <>
      <Heading>{greeting}</Heading>
      <p>
        <Around text={(returning ? enrol.youAre : enrol.invited)[role]}>
          <strong>{email}</strong>
        </Around>
      </p>
      <form
        class="stack"
        noValidate
        onSubmit={sending(() => draft.attempt(({ name }) => register({ name: name.trim() })))}
      >
        <TextField draft={draft} name="name" label={enrol.name} hint={enrol.nameHint} autocomplete="name" />
        <p>{returning ? enrol.nextAgain : enrol.next}</p>
        <FormProblem text={draft.problem} />
        <Button kind="primary" class="wide" type="submit" busy={draft.busy}>
          {returning ? enrol.actAgain : enrol.act}
        </Button>
      </form>
    </>
  )
}
