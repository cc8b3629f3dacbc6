import { requireCells } from './cells.ts'
import { command, flag, optional, required, UsageError } from './command.ts'

export const routerHaproxy = command({
  name: 'router haproxy',
  summary:
    'Keeps the map of an HAProxy that runs: which host belongs to which cell. It runs until it is stopped, and needs no database. The map changes over the admin socket, without a reload. With --print, it prints the whole configuration instead.',
  options: {
    map: required('FILE', 'The map, such as /etc/haproxy/chairside.map. HAProxy reads it when it starts.'),
    socket: required('FILE', 'The admin socket of HAProxy, such as /run/haproxy/admin.sock.'),
    print: flag('Prints the configuration. Print it again, and reload HAProxy, where a cell was added.'),
    bind: optional(
      'ADDRESS',
      'For --print: where HAProxy listens. Without it, :443 with a certificate and :80 else.',
    ),
    certificate: optional('FILE', 'For --print: the certificate for all hosts, with its key, in one file.'),
    behind: optional(
      'NETWORK',
      "For --print: the network of a proxy in front, such as 10.0.0.0/24. Its X-Real-IP counts, and nobody else's.",
    ),
  },
  run: async ({ map, socket, print, ...given }, { config, say }) => {
    const { store } = requireCells(config)
    for (const [name, value] of Object.entries({ map, socket, ...given }))
      if (value !== undefined && !/^[\w./:*-]+$/.test(value))
        throw new UsageError(`--${name} must have only letters, digits and the signs . / : * _ -`)
    if (print) {
      const [{ knownCells }, { haproxyText }] = await Promise.all([
        import('../cells/registry.ts'),
        import('../cells/router/haproxy-text.ts'),
      ])
      const { bind = given.certificate === undefined ? ':80' : ':443', certificate, behind } = given
      const cells = await knownCells(store)
      return { text: haproxyText({ cells, map, socket, bind, certificate, behind }) }
    }
    const { Router } = await import('../cells/router/router.ts')
    const router = new Router(store, { map, socket, say })
    const { promise: stopped, resolve: stop } = Promise.withResolvers<void>()
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => stop())
    await router.start()
    say(`the map ${map} follows the directory of the cells`)
    await stopped
    await router.stop()
    return { text: 'the map is kept no longer' }
  },
  // Tabs are replaced by spaces, because a terminal moves its cursor at a tab.
  text: ({ text }) => String(text).replaceAll('\t', '  '),
})
