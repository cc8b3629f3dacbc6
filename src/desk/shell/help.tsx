import { Dialog, openDialog } from '../parts/dialog.tsx'
import { words } from '../words/words.ts'
import { type Key, keysOfNow } from './keys.ts'

/** Shows every key that works on this screen. */
export const openHelp = (): void =>
  void openDialog((close) => (
    <Dialog title={words.value.shell.keysTitle} close={close}>
      <div class="help">
        {[...Map.groupBy(keysOfNow(), ({ room }) => room)].map(([room, keys]) => (
          <section key={room}>
            <h3>{room}</h3>
            <dl>{keys.map(row)}</dl>
          </section>
        ))}
      </div>
    </Dialog>
  ))

const row = ({ key, says }: Key) => (
  <div key={key + says}>
    <dt>
      <kbd>{key}</kbd>
    </dt>
    <dd>{says}</dd>
  </div>
)
