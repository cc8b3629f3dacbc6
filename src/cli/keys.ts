import { operatorAct } from '../domain/act.ts'
import { command } from './command.ts'
import { withStore } from './store.ts'

export const keysRotate = command({
  name: 'keys rotate',
  summary:
    "Makes a new key for the links in patients' messages. Links that are out go on working. A key from an older backup signs no link for appointments that are booked from now on.",
  options: {},
  run: (_, { config, now }) =>
    withStore(config, (store) => store.keys.rotate('visit', operatorAct('keys rotate'), now)),
})
