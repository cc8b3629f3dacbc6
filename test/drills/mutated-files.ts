import { clinic } from '../support/clinic.ts'
import { bringMutated } from '../support/mutated-files.ts'

/** Imports files that were changed at random. @throws when an answer is 5xx, or an import stops before its end. */
export async function mutatedFilesDrill({ files, seed }: { readonly files: number; readonly seed: number }) {
  await using c = await clinic()
  return await bringMutated(c, files, seed)
}
