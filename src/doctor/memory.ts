import { totalmem } from 'node:os'
import { type CheckContext, type Finding, ok, warn } from './finding.ts'

/**
 * Whether Bun knows how much memory it may use. In a container with a memory limit, Bun uses the memory size of the
 * whole machine. So Bun collects garbage too late, and Linux kills the process (oven-sh/bun#34917). `allowed` and
 * `installed` are in bytes.
 */
export function memory(
  { config }: CheckContext,
  allowed = process.constrainedMemory(),
  installed = totalmem(),
): Finding {
  const megabytes = (bytes: number) => `${Math.round(bytes / 1024 ** 2)} MB`
  if (config.knowsMemory || allowed === 0 || allowed >= installed)
    return ok('memory', 'Bun knows how much it may use')
  return warn(
    'memory',
    `the service may use ${megabytes(allowed)}, and Bun goes by the machine, which has ${megabytes(installed)}`,
    `Set BUN_JSC_forceRAMSize=${allowed} for the container, and start it again`,
  )
}
