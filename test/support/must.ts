/** Runs a command to its end. Returns its output. @throws when it fails. */
export function must(command: string[], cwd = '.'): string {
  const { success, stdout, stderr } = Bun.spawnSync(command, { cwd })
  if (!success) throw new Error(`${command.join(' ')}: ${stdout}${stderr}`)
  return stdout.toString()
}
