/** A preload for the generators of types. They need the API of TypeScript 6, which TypeScript 7 does not have. */

import ts from '@typescript/typescript6'
import { plugin } from 'bun'

plugin({
  name: 'TypeScript 6 for generators',
  setup(build) {
    build.module('typescript', () => ({ loader: 'object', exports: { default: ts, ...ts } }))
  },
})
