const ELSEWHERE = 'or set dataDir or PARLEY_DATA_DIR to another folder';
const NOT_ALLOWED = ` Give it to the user of Parley with chown, ${ELSEWHERE}.`;

const ADVICE: Readonly<Record<string, string>> = {
  EROFS: ` Parley has to write there: mount it so that it can, ${ELSEWHERE}. The service of the Debian package may write to /var/lib/parley alone, unless a drop-in has ReadWritePaths= (docs/deploy/service.md#the-sandbox).`,
  EACCES: NOT_ALLOWED,
  EPERM: NOT_ALLOWED,
  ENOSPC: ` Make room on its disk, ${ELSEWHERE}.`,
};

/** What to do where the data folder cannot be written to, after the sentence that says so; '' where nobody knows. */
export function dataFolderAdvice(error: unknown): string {
  const { code = '' } = error as NodeJS.ErrnoException;
  return ADVICE[code] ?? '';
}
