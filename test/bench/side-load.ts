/** Load from another process, which runs while the bench measures. */
import type { Patients } from './requests.ts'
import { spawn } from './servers.ts'

/** A load that continues until it is stopped. */
export interface SideLoad {
  /** Ends the load. Returns the output of the load's process. */
  stop(): Promise<string>
}

/** 64 clients that book without a pause (`book.ts`). The process prints the bookings per second. */
export const bookingLoad = (port: number, token: string, patients: Patients): SideLoad =>
  sideLoad(['test/bench/book.ts', String(port), token, JSON.stringify(patients)])

/**
 * 64 connections on which one credential sends as many requests as it can (`greedy-client.ts`). It prints its answers
 * by status.
 */
export const flood = (port: number, token: string): SideLoad =>
  sideLoad(['test/drills/greedy-client.ts', String(port), token, '64'])

/** Runs a program that ends when its standard input ends. */
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
