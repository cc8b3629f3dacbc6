import { makeDemo } from '../demo/open.ts'
import { command, UsageError } from './command.ts'
import { withStore } from './store.ts'

export const demo = command({
  name: 'demo',
  summary: 'Fills an empty database with a made-up practice. Prints an API token of its owner.',
  options: {},
  run: (_, { config, now }) =>
    withStore(config, (store) => {
      if (!store.identity.isEmpty())
        throw new UsageError(
          'the database holds a practice already: set DATABASE_PATH to a file that does not exist yet',
        )
      return makeDemo(store, now())
    }),
})
