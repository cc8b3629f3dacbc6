import { unlessFrozen } from '../store/engine/frozen.ts'
import { type Loop, startLoop } from './loop.ts'

const everySeconds = 5

/** The worker that processes the imports of all practices. */
interface Worker {
  tick(): Promise<void>
  stop(): Promise<void>
}

/** Processes imports while the service runs. `beat` is called at the start and at each tick. */
export function startImports(
  importer: Worker,
  report: (error: unknown) => void,
  beat: (loop: string) => void,
): Loop {
  const alive = () => beat('imports')
  alive()
  const loop = startLoop(
    everySeconds,
    () => {
      alive()
      return importer.tick()
    },
    unlessFrozen(report),
  )
  return {
    async stop() {
      await loop.stop()
      await importer.stop()
    },
  }
}
