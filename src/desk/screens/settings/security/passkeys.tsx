import { api, at } from '../../../api/api.ts'
import { instead } from '../../../api/failure.ts'
import { Button } from '../../../base/button.tsx'
import { Told } from '../../../base/say-failure.ts'
import { sayDay } from '../../../base/time/moment.ts'
import { say, sayTrouble } from '../../../base/toasts.tsx'
import { askFirst } from '../../../parts/ask-first.tsx'
import { type Draft, missing } from '../../../parts/draft.ts'
import { Read, useResource } from '../../../parts/read.tsx'
import { TextField } from '../../../parts/text-field.tsx'
import { makePasskey } from '../../../parts/touch.ts'
import { words } from '../../../words/words.ts'
import { Part } from '../parts/part.tsx'
import { Act, Row, Rows } from '../parts/rows.tsx'
import { browserName } from './browser-name.ts'
import { passkeys, readBoth } from './state.ts'

interface Passkey {
  readonly id: string
  readonly name: string
  readonly createdAt: string
  readonly lastUsedAt: string | null
}

/** The member's own passkeys. */
export function Passkeys() {
  const { security } = words.value
  return (
    <Part title={security.passkeys} about={security.passkeysAbout}>
      <Read from={useResource(passkeys)}>
        {(found) => (
          <Rows none={security.none}>
            {found.map((passkey) => (
              <One key={passkey.id} passkey={passkey} last={found.length === 1} />
            ))}
          </Rows>
        )}
      </Read>
      <div>
        <Button icon="plus" onClick={() => void add().catch(sayTrouble)}>
          {security.add}
        </Button>
      </div>
    </Part>
  )
}

function One({ passkey, last }: { readonly passkey: Passkey; readonly last: boolean }) {
  const { security } = words.value
  const { name, createdAt, lastUsedAt } = passkey
  const made = sayDay(createdAt)
  return (
    <Row
      title={name}
      badges={last ? [security.onlyOne] : []}
      notes={[lastUsedAt === null ? security.made(made) : security.madeUsed(made, sayDay(lastUsedAt))]}
    >
      <Act says={security.rename} of={name} act={() => rename(passkey)} />
      {!last && <Act says={security.remove} of={name} act={() => remove(passkey)} />}
    </Row>
  )
}

/** The part of a question that asks for the name of a passkey. The field begins with the given name. */
const naming = (name: string) => ({
  start: { name },
  check: missing,
  fields: (draft: Draft<{ readonly name: string }>) => (
    <TextField draft={draft} name="name" label={words.value.security.name} />
  ),
})

async function rename({ id, name }: Passkey): Promise<void> {
  const { security, shell } = words.value
  const renamed = await askFirst({
    title: security.renameTitle,
    verb: shell.save,
    ...naming(name),
    act: ({ name }) =>
      api.PATCH('/api/v1/me/passkeys/{passkeyId}', { ...at({ passkeyId: id }), body: { name: name.trim() } }),
  })
  if (!renamed) return
  say(security.renamed)
  await passkeys.again()
}

async function remove({ id, name }: Passkey): Promise<void> {
  const { security } = words.value
  const removed = await askFirst({
    title: security.removeTitle,
    text: [security.removeText(name)],
    verb: security.remove,
    danger: true,
    act: () =>
      api
        .DELETE('/api/v1/me/passkeys/{passkeyId}', at({ passkeyId: id }))
        .catch(instead('conflict', new Told(security.lastStays))),
  })
  if (!removed) return
  say(security.removed)
  await readBoth()
}

async function add(): Promise<void> {
  const { security } = words.value
  const added = await askFirst({
    title: security.add,
    verb: security.make,
    ...naming(browserName(navigator.userAgent)),
    act: async ({ name }) => {
      const { options } = await api.POST('/api/v1/me/passkeys/options')
      const response = await makePasskey(options)
      await api.POST('/api/v1/me/passkeys', { body: { name: name.trim(), response: response as never } })
    },
  })
  if (!added) return
  say(security.added)
  await readBoth()
}
