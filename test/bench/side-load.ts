/** Load from a process of its own, beside which something is measured. */
import type { Patients } from './requests.ts'
import { spawn } from './servers.ts'

/** Load that goes on until it is stopped. */
export interface SideLoad {
  /** Ends the load, and answers what the load's process printed at its end. */
  stop(): Promise<string>
}

/** 64 clients that book without a pause (`book.ts`). They print how many bookings were made in a second. */
export const bookingLoad = (port: number, token: string, patients: Patients): SideLoad =>
  sideLoad(['test/bench/book.ts', String(port), token, JSON.stringify(patients)])

/** 64 connections on which one credential asks as much as it can (`greedy-client.ts`). It prints its answers by status. */
export const flood = (port: number, token: string): SideLoad =>
  sideLoad(['test/drills/greedy-client.ts', String(port), token, '64'])

/** Runs a program that ends when its standard input does. */
function sideLoad(command: readonly string[]): SideLoad {
  const child = spawn({ command, env: {} })
  const printed = new Response(child.stdout).text()
  return {
    async stop() {
      await child.stdin.end()
      if ((await child.exited) !== 0)
        throw new Error(`the load beside the measured one failed: ${command[0]}`)
      return (await printed).trim()
    },
  }
}
