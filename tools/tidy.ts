import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { checkoutFiles } from './checkout-files.ts'
import { root } from './processes.ts'

interface TidyRule {
  files: RegExp
  except?: RegExp
  pattern: RegExp
  message: string
}

const isTest = /\.(test|spec|fixture)\.tsx?$|\/testing\//
const rules: TidyRule[] = [
  {
    files: /^apps\/server\/src\//,
    except: new RegExp(`${isTest.source}|platform/clock\\.ts$`),
    pattern: /new Date\(\)|Date\.now\(\)/,
    message: 'the time comes from the clock port',
  },
  {
    files: /^apps\/sandbox\/src\//,
    except: new RegExp(`${isTest.source}|/clock\\.ts$`),
    pattern: /new Date\(\)|Date\.now\(\)/,
    message: 'the time comes from clock.ts',
  },
  {
    files: /^apps\/(server|sandbox)\/src\//,
    except: new RegExp(`${isTest.source}|/config\\.ts$`),
    pattern: /process\.env|from 'node:process'/,
    message: 'only config.ts reads the environment',
  },
  {
    files: /^apps\/server\/src\//,
    // The engines, and what all stores are written with; and news.ts, which hands on what others ask.
    except: new RegExp(`${isTest.source}|[.-](store|records|migrations)\\.ts$|/platform/database/|src/news\\.ts$`),
    pattern: /\.query[<(]/,
    message: 'a statement stands in a store (*.store.ts)',
  },
  {
    files: /\.(test|spec)\.tsx?$/,
    pattern:
      /\b(it|test|describe|suite)\.(\w+\.)?(only|skip|skipIf|runIf|todo|fixme)\b|waitForTimeout|\bx(it|test|describe)\(/,
    message: 'a test that is skipped, singled out or sleeps proves nothing',
  },
  {
    files: /^(apps\/(wallet|desk)|packages\/web)\/src\/.*\.css$/,
    except: /\/tokens\.css$/,
    pattern: /#[\da-f]{3,8}\b|\b(rgb|hsl)a?\(\s*\d/i,
    message: 'colours come from tokens.css of packages/web',
  },
  {
    files: /\.module\.css$/,
    pattern: /^\s*(?!(?:from|to) )[a-z*][^.;]*\{$/,
    message: 'styles of a module name a class of it, or they reach every page that it was loaded on',
  },
  {
    files: /^(apps|packages|bench|e2e|tools)\/.*\.(tsx?|css|html)$/,
    except: /^tools\/tidy\.ts$/,
    pattern: /\b(TODO|FIXME|XXX)\b|[Cc]oming soon|[Nn]ot implemented/,
    message: 'unfinished work is not committed',
  },
  {
    files: /^(apps|packages|bench|e2e|tools)\/.*\.(tsx?|css)$/,
    pattern: /^(?=\s*(\/\/|\/?\*)).{141}/,
    message: 'a line of a comment has at most 140 characters',
  },
]
const lineLimit = 400
const exemptFromLength = /\.(test|spec)\.tsx?$|common-passwords\.ts$|texts?\.ts$|demo.*\.ts$|\.css$/

/** What the house rules find in one file, a sentence each. `file` is its path from the root, with forward slashes. */
export function problemsOfFile(file: string, text: string): string[] {
  const lines = text.split('\n')
  const problems = rules
    .filter((rule) => rule.files.test(file) && rule.except?.test(file) !== true)
    .flatMap((rule) =>
      lines.flatMap((line, index) => (rule.pattern.test(line) ? [`${file}:${index + 1}: ${rule.message}`] : [])),
    )
  if (lines.length > lineLimit && !exemptFromLength.test(file)) {
    problems.push(`${file}: ${lines.length} lines, the limit is ${lineLimit}`)
  }
  return problems
}

/** What the house rules find in the tracked and new files of a checkout; and how many files were read. */
export function tidyProblems(checkout = root): { problems: string[]; files: number } {
  const isRead = /^(apps|packages|bench|e2e|tools)\/.*\.(ts|tsx|css|html)$/
  const files = checkoutFiles(checkout).filter((file) => isRead.test(file))
  const problems = files.flatMap((file) => problemsOfFile(file, readFileSync(join(checkout, file), 'utf8')))
  return { problems, files: files.length }
}
