/** The bullets of a playbook in ACE's line form, `[id] helpful=2 harmful=0 :: text`. Other lines are left out. */
export interface PlaybookBullet {
  readonly id: string;
  readonly section: string;
  readonly helpful: number;
  readonly harmful: number;
  readonly text: string;
}

const BULLET = /^\[([^\]]+)\]\s+helpful=(\d+)\s+harmful=(\d+)\s+::\s?(.*)$/;

export function readBullets(text: string): readonly PlaybookBullet[] {
  let section = '';
  return text.split('\n').flatMap((line) => {
    if (line.startsWith('## ')) section = line.slice(3).trim();
    const match = BULLET.exec(line.trim());
    if (match === null) return [];
    const [, id = '', helpful = '0', harmful = '0', content = ''] = match;
    return [{ id, section, helpful: Number(helpful), harmful: Number(harmful), text: content }];
  });
}
