/** Type-checks source files that exist only in memory, with the settings of the product. */
import ts from 'typescript';

const CONFIG_PATH = 'config/tsconfig.base.json';
const CONFIG = ts.findConfigFile(ts.sys.getCurrentDirectory(), (path) => ts.sys.fileExists(path), CONFIG_PATH) ?? '';
const ROOT = CONFIG.replace(CONFIG_PATH, '');

/** The errors of the compiler in files with these paths from the root of the product; they may import its modules. */
export function typeErrors(sources: ReadonlyMap<string, string>): readonly string[] {
  const files = new Map([...sources].map(([path, content]) => [`${ROOT}${path}`, content]));
  const config = ts.readConfigFile(CONFIG, (path) => ts.sys.readFile(path));
  const { options } = ts.parseJsonConfigFileContent(config.config, ts.sys, `${ROOT}config`);
  const { tsBuildInfoFile: _info, ...rest } = options;
  const settings: ts.CompilerOptions = { ...rest, noEmit: true, composite: false, incremental: false };
  const host = ts.createCompilerHost(settings);
  const { fileExists, readFile, getSourceFile } = host;
  host.fileExists = (path) => files.has(path) || fileExists(path);
  host.readFile = (path) => files.get(path) ?? readFile(path);
  host.getSourceFile = (path, target, ...more) => {
    const text = files.get(path);
    return text === undefined ? getSourceFile(path, target, ...more) : ts.createSourceFile(path, text, target, true);
  };
  const program = ts.createProgram([...files.keys()], settings, host);
  return ts
    .getPreEmitDiagnostics(program)
    .map(({ file, messageText }) => `${file?.fileName ?? ''}: ${ts.flattenDiagnosticMessageText(messageText, '\n')}`);
}
