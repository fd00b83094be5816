import { readFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import type { Plugin } from 'vite'

/** A chunk or an asset of the build, as Vite's manifest lists it. */
export interface BuiltFile {
  readonly file: string
  readonly imports?: readonly string[]
  readonly dynamicImports?: readonly string[]
  readonly css?: readonly string[]
  readonly isEntry?: boolean
  readonly isDynamicEntry?: boolean
}

export type Manifest = Readonly<Record<string, BuiltFile>>

/** Where the build leaves the manifest: beside the app, not in what is served. */
export const manifestFile = join(import.meta.dirname, '..', '..', '..', '.build', 'wallet', 'manifest.json')

export const entry = 'src/main.tsx'

/**
 * Notes which file each source of the app is in, for Vite's list names but those that have a file of their own: `name`
 * adds the others to it.
 */
export function noteSources(root: string): { plugin: Plugin; name: (manifest: Manifest) => Manifest } {
  const noted: { readonly source: string; readonly file: string; readonly isDynamicEntry: boolean }[] = []
  return {
    plugin: {
      name: 'krapao-sources',
      generateBundle(_, bundle) {
        for (const chunk of Object.values(bundle)) {
          if (chunk.type !== 'chunk') continue
          for (const id of chunk.moduleIds) {
            const isDynamicEntry = (this.getModuleInfo(id)?.dynamicImporters.length ?? 0) > 0
            noted.push({ source: relative(root, id).replaceAll(sep, '/'), file: chunk.fileName, isDynamicEntry })
          }
        }
      },
    },
    name(manifest) {
      const byFile = new Map(Object.values(manifest).map((built) => [built.file, built]))
      const named = noted.flatMap(({ source, file, isDynamicEntry }) => {
        const built = byFile.get(file)
        return built === undefined || !source.startsWith('src/')
          ? []
          : [[source, { ...built, isDynamicEntry }] as const]
      })
      return { ...Object.fromEntries(named), ...manifest }
    },
  }
}

/** Reads the manifest of the last build. Throws when there is none. */
export function readManifest(): Manifest {
  return JSON.parse(readFileSync(manifestFile, 'utf8')) as Manifest
}

/** The built file of a source, by its path in the app's folder. Throws when it is not part of the build. */
export function builtFile(manifest: Manifest, source: string): BuiltFile {
  const found = manifest[source]
  if (found === undefined) throw new Error(`the build has no ${source}`)
  return found
}

/** The source of a font of the look, as the manifest names it. */
export function fontSource(name: string): string {
  return `../../packages/web/.cache/fonts/${name}.woff2`
}

/** The files that come with a chunk at once: itself, what it imports, and their style sheets. */
export function filesOf(manifest: Manifest, source: string, seen = new Set<string>()): Set<string> {
  const chunk = builtFile(manifest, source)
  if (seen.has(chunk.file)) return seen
  seen.add(chunk.file)
  for (const css of chunk.css ?? []) seen.add(css)
  for (const imported of chunk.imports ?? []) filesOf(manifest, imported, seen)
  return seen
}
