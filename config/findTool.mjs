/** Finds the programs that only tests need; a program that is not there is null. */
import { accessSync, constants } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';

const names = {
  mariadb: ['mariadbd', 'mysqld'],
  mariadbInstall: ['mariadb-install-db', 'mysql_install_db'],
  chromium: ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome'],
};

/** @param {keyof typeof names} tool @returns {string | null} */
export function findTool(tool) {
  for (const folder of folders()) {
    for (const name of names[tool]) {
      const file = join(folder, name);
      if (isProgram(file)) return file;
    }
  }
  return null;
}

/** Servers live in the sbin beside a bin, which an ordinary user's PATH may leave out. */
function folders() {
  const path = (process.env['PATH'] ?? '').split(delimiter).filter((folder) => folder !== '');
  return [...path, ...path.map((folder) => join(dirname(folder), 'sbin'))];
}

/** @param {string} file */
function isProgram(file) {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
