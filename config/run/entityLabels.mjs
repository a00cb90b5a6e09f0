/** Vite plugin that moves the labels of the entities into the locale modules, so that a browser loads only the labels of its language. */
import { basename, join, sep } from 'node:path';
import { runnerImport } from 'vite';

/** Virtual module with the labels that are loaded; entities read their labels from it. */
const STORE = '\0atrium-entity-labels';
const TABLE = `${STORE}:`;
const STORE_CODE = `
const loaded = {};
export const addLabels = (lang, table) => { loaded[lang] = table; };
export const labelsOf = (name) => ({
  get en() { return loaded['en']?.[name]; },
  get 'zh-cn'() { return loaded['zh-cn']?.[name]; },
});
`;
/** The locale module of each language; the build makes it import the labels of the entities. */
const LOCALES = new Map([
  ['en.ts', 'en'],
  ['zhCn.ts', 'zh-cn'],
]);

/**
 * Returns the module of an entity without its labels; undefined when it declares no entity, or one of super admins: the console loads
 * that one later, with its labels.
 * @param {string} code JavaScript, types already removed
 * @param {import('vite').ESTree.Program} program
 * @returns {string | undefined}
 */
export function withoutLabels(code, program) {
  const calls = program.body.flatMap(declaredCalls);
  const [call, ...more] = calls;
  if (call === undefined) return undefined;
  const [name, spec] = call.arguments;
  if (more.length > 0 || name?.type !== 'Literal' || spec?.type !== 'ObjectExpression') throw new Error(SHAPE);
  /** @param {string} key */
  const partsNamed = (key) =>
    spec.properties.filter(
      (part) => part.type === 'Property' && part.key.type === 'Identifier' && part.key.name === key,
    );
  if (partsNamed('superOnly').length > 0) return undefined;
  const found = partsNamed('labels');
  const [labels] = found;
  if (labels?.type !== 'Property' || found.length > 1) throw new Error(SHAPE);
  const { start, end } = labels.value;
  const access = `import { labelsOf } from ${JSON.stringify(STORE)};\n`;
  return `${access}${code.slice(0, start)}labelsOf(${JSON.stringify(name.value)})${code.slice(end)}`;
}
const SHAPE = 'one `defineEntity(name, { …, labels: … })` with its own name and labels is expected';

/**
 * The calls of `defineEntity(…)` in a statement `export const x = defineEntity(…)`.
 * @param {import('vite').ESTree.Program['body'][number]} statement
 */
function declaredCalls(statement) {
  const declaration = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement;
  if (declaration?.type !== 'VariableDeclaration') return [];
  return declaration.declarations.flatMap(({ init }) =>
    init?.type === 'CallExpression' && init.callee.type === 'Identifier' && init.callee.name === 'defineEntity'
      ? [init]
      : [],
  );
}

/**
 * The labels in one language of all entities that lose theirs, by the name of the entity.
 * @param {Readonly<Record<string, import('../../common/entity/entity').AnyEntity>>} entities
 * @param {import('../../common/lang').Lang} lang
 */
const tableOf = (entities, lang) =>
  Object.fromEntries(
    Object.values(entities).flatMap(({ name, spec }) => (spec.superOnly ? [] : [[name, spec.labels[lang]]])),
  );

/**
 * Replaces the labels in the modules of the entities and adds them to the locales. Production builds only: the server,
 * the tests and the development server read the modules as they are.
 * @param {string} root
 * @returns {import('vite').Plugin}
 */
export function entityLabels(root) {
  const folder = join(root, 'common/entities') + sep;
  const locales = join(root, 'common/locales') + sep;
  /** @type {Promise<Parameters<typeof tableOf>[0]> | undefined} */
  let reading;
  const read = async () => {
    /** @type {{ module: { entities: Parameters<typeof tableOf>[0] } }} */
    const { module } = await runnerImport(join(folder, 'index.ts'), { root, configFile: false, logLevel: 'error' });
    return module.entities;
  };
  return {
    name: 'atrium-entity-labels',
    apply: 'build',
    resolveId: (id) => (id.startsWith(STORE) ? id : undefined),
    async load(id) {
      if (id === STORE) return STORE_CODE;
      const lang = [...LOCALES.values()].find((known) => id === TABLE + known);
      if (lang === undefined) return undefined;
      const table = tableOf(await (reading ??= read()), lang === 'en' ? 'en' : 'zh-cn');
      const names = [STORE, lang].map((text) => JSON.stringify(text));
      return `import { addLabels } from ${names[0]};\naddLabels(${names[1]}, ${JSON.stringify(table)});`;
    },
    transform(code, id) {
      const lang = id.startsWith(locales) ? LOCALES.get(id.slice(locales.length)) : undefined;
      if (lang !== undefined) return { code: `import ${JSON.stringify(TABLE + lang)};\n${code}`, map: null };
      if (!id.startsWith(folder)) return undefined;
      try {
        const shorter = withoutLabels(code, this.parse(code));
        return shorter === undefined ? undefined : { code: shorter, map: null };
      } catch (error) {
        return this.error(`${basename(id)}: ${error instanceof Error ? error.message : String(error)}`);
      }
    },
  };
}
