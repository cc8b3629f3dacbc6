import type { Config } from '../config.ts'
import { command, type Result, required, UsageError } from './command.ts'
import { withStore } from './store.ts'

/**
 * The settings of the cells, with the object store that all cells share. @throws UsageError when CELLS_URL is not set.
 */
export function requireCells({ cells }: Config): NonNullable<Config['cells']> {
  if (cells === undefined)
    throw new UsageError(
      'CELLS_URL is not set. Set it to the place that all cells share: see src/cells/README.md',
    )
  return cells
}

export const cellsList = command({
  name: 'cells list',
  summary:
    'Prints each cell with its address, version, size, open streams and the lag of its backup, and whether it takes practices. A cell says all this of itself every 30 seconds.',
  options: {},
  run: async (_, { config, now }) => {
    const { listCells } = await import('../cells/list.ts')
    return listCells(requireCells(config).store, now())
  },
  line: ({ cell, address, version, practices, bytes, streams, lagSeconds, takes, why }: Result) =>
    `${cell}  ${address}  ${version ?? 'silent'}  ${practices} practices  ${megabytes(bytes)}  ${streams ?? '?'} streams  lag ${lagSeconds ?? '?'} s  ${takes ? 'takes practices' : `takes none: ${why}`}`,
})

const megabytes = (bytes: Result[string] | undefined) =>
  typeof bytes === 'number' ? `${Math.ceil(bytes / 1e6)} MB` : '? MB'

export const cellsAdd = command({
  name: 'cells add',
  summary:
    'Adds this server to the cells, by the name in CELL, and puts its practices into the directory. Run it on the machine of the cell, and then restart the server. Run it again where the address changes, or where a cell that was drained should take practices.',
  options: {
    address: required(
      'HOST:PORT',
      'Where the router reaches this server, such as 10.0.0.5:3000. Where a spare machine may take over, its address follows behind a comma.',
    ),
  },
  run: async ({ address }, { config }) => {
    const { store: place, name } = requireCells(config)
    if (name === undefined) throw new UsageError('CELL is not set. Set it to the name of this cell')
    if (config.publicUrl === undefined)
      throw new UsageError('PUBLIC_URL is not set. Set it to the address of this cell, which no practice has')
    const { hostname: host } = new URL(config.publicUrl)
    const { addCell, areCellAddresses } = await import('../cells/add.ts')
    const addresses = address.split(',')
    if (!areCellAddresses(addresses))
      throw new UsageError(
        '--address must be a host and a port, such as 10.0.0.5:3000, or up to four of them with commas',
      )
    return withStore(config, async (store) => {
      const held = store.elsewhere.held()
      const bare = held.filter((one) => one.host === null).map(({ practiceId }) => practiceId)
      if (bare.length > 0)
        throw new UsageError(
          `these practices have no host of their own, and a router finds a practice by its host: ${bare.join(', ')}. Give each one with \`practice host\` first`,
        )
      const practices = await addCell(
        place,
        { cell: name, addresses, host, draining: false },
        held,
        store.identity.hosts(),
      )
      return { cell: name, address, practices }
    })
  },
})

export const cellsDrain = command({
  name: 'cells drain',
  summary:
    'Lets no further practices into a cell. Its practices work on, until they are moved. `cells add` lets practices in again.',
  options: { name: required('CELL', 'The cell, as `cells list` prints it.') },
  run: async ({ name }, { config }) => {
    const { store } = requireCells(config)
    const { keepCell, knownCells } = await import('../cells/registry.ts')
    const known = (await knownCells(store)).find(({ cell }) => cell === name)
    if (known === undefined) throw new UsageError('--name is no cell: look at `cells list`')
    await keepCell(store, { ...known, draining: true })
    return { cell: name, draining: true }
  },
})
