import { type Key, keysOfNow } from '../base/keys.ts'
import { Dialog, openDialog } from '../parts/dialog.tsx'
import { words } from '../words/words.ts'

/** Shows every key that works on this screen. */
export const openHelp = (): void =>
  void openDialog((close) => (
    <Dialog title={words.value.shell.keysTitle} close={close} size="wide">
      <div class="help">
        {[...Map.groupBy(keysOfNow(), ({ room }) => room)].map(([room, keys]) => (
          <section key={room}>
            <h3>{room}</h3>
            <dl>
              {keys.map((key) => (
                <Row key={key.key + key.says} of={key} />
              ))}
            </dl>
          </section>
        ))}
      </div>
      <p class="hint">{words.value.keys.hint}</p>
    </Dialog>
  ))

const Row = ({ of: { key, says } }: { readonly of: Key }) => (
  <div>
    <dt>
      {key.split(' ').map((press) => (
        <Press key={press} press={press} />
      ))}
    </dt>
    <dd>{says}</dd>
  </div>
)

/** Keys that are pressed together, such as `Shift+ArrowUp`. */
const Press = ({ press }: { readonly press: string }) => (
  <span class="press">
    {press.split(/(?<=.)\+(?=.)/).map((key) => (
      <Cap key={key} of={key} />
    ))}
  </span>
)

/** A key as it is printed on keyboards, with its name for screen readers. */
function Cap({ of: key }: { readonly of: string }) {
  const { names } = words.value.keys
  const id = idOf[key] ?? key
  const name = id in names ? names[id as keyof typeof names] : key.toUpperCase()
  const sign = signOf[id]
  if (sign === undefined) return <kbd>{name}</kbd>
  return (
    <kbd>
      <span aria-hidden="true">{sign}</span>
      <span class="visually-hidden">{name}</span>
    </kbd>
  )
}

const signOf: Readonly<Record<string, string>> = {
  ArrowUp: '↑',
  ArrowDown: '↓',
  ArrowLeft: '←',
  ArrowRight: '→',
}
/** Keys that a screen only lists may be written as keyboards print them. */
const idOf: Readonly<Record<string, string>> = {
  '↑': 'ArrowUp',
  '↓': 'ArrowDown',
  '←': 'ArrowLeft',
  '→': 'ArrowRight',
  '⇧': 'Shift',
  '⏎': 'Enter',
  Esc: 'Escape',
}
