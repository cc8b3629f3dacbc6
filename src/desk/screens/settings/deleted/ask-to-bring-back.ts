import { failedBy } from '../../../api/failure.ts'
import { restore } from '../../../base/archive.ts'
import { zone } from '../../../base/me.ts'
import { Told } from '../../../base/say-failure.ts'
import { askFirst } from '../../../parts/ask-first.tsx'
import { words } from '../../../words/words.ts'
import { type Item, labelOf } from './label.ts'

/** Restores a deleted record, after a question. Resolves to its differences from before; undefined if not restored. */
export async function askToBringBack(item: Item): Promise<readonly string[] | undefined> {
  const { deleted } = words.value
  let differences: readonly { readonly path: string }[] = []
  const done = await askFirst({
    title: deleted.bringBackTitle(labelOf(item, zone())),
    text: [deleted.comesBack[item.kind]],
    verb: deleted.bringBack,
    act: async () => {
      differences = (await restore(item.id).catch(sayConflict)).differences
    },
  })
  return done
    ? differences.map(({ path }) => pick(deleted.lost, path) ?? deleted.lost.other(path))
    : undefined
}

/** Turns a conflict into a sentence about its cause, by the field that the API names. @throws Told, or the error. */
function sayConflict(error: unknown): never {
  if (!failedBy(error, 'conflict')) throw error
  const { conflicts } = words.value.deleted
  throw new Told(pick(conflicts, error.details[0]?.path ?? '') ?? conflicts.other)
}

/** The sentence with this name; undefined when there is none. */
function pick(sentences: object, name: string): string | undefined {
  const found = Object.entries(sentences).find(([each]) => each === name)?.[1]
  return typeof found === 'string' ? found : undefined
}
