import { namesOf } from '../parts/check-part.ts';
import type { Starter } from './starter.ts';

/** As the workflows of this repository pin them. */
export const pins = {
  checkout: 'actions/checkout@3d3c42e5aac5ba805825da76410c181273ba90b1 # v7.0.1',
  setupNode: 'actions/setup-node@820762786026740c76f36085b0efc47a31fe5020 # v7.0.0',
  upload: 'actions/upload-artifact@bbbca2ddaa5d8feaa63e36b76fdaad77386f024f # v7.0.0',
  download: 'actions/download-artifact@3e5f45b2cfb9172054b4087a40e8e0b5a5461e7c # v8.0.1',
  uploadPages: 'actions/upload-pages-artifact@fc324d3547104276b827a68afc52ff2a11cc49c9 # v5.0.0',
  deployPages: 'actions/deploy-pages@cd2ce8fcbc39b97be8ca5fce6e763baed58fa128 # v5.0.0',
} as const;

type Text = Pick<Starter, 'branch' | 'below' | 'isSecond'>;

/** Name of the file, the workflow and its queue. */
export function workflowName({ below, isSecond }: Pick<Text, 'below' | 'isSecond'>): string {
  return isSecond ? `contract-bench-${below.replace(/[^\w.-]+/g, '-')}` : 'contract-bench';
}

/** The workflow of a new project; of a second one of a checkout without the jobs of the site. */
export function workflowText({ branch, below, isSecond }: Text): string {
  const name = workflowName({ below, isSecond });
  const at = (name: string) => (below === '' ? name : `${below}/${name}`);
  const folder = below === '' ? '' : `\ndefaults:\n  run:\n    working-directory: ${JSON.stringify(below)}\n`;
  const begin = ({ pushes = false, newest = false, scripts = true } = {}) => {
    const flags = scripts ? '' : ' --ignore-scripts';
    return `
      - uses: ${pins.checkout}
        with:
${newest ? `          # The branch with the results that the job publish has pushed.\n          ref: ${JSON.stringify(branch)}\n` : ''}          # The whole history, because results name their commit and the gate compares commits.
          fetch-depth: 0
          persist-credentials: ${pushes}
      - uses: ${pins.setupNode}
        with:
          node-version: 24
      - name: install
        run: |
          if [ -f package-lock.json ]; then npm ci${flags}; else npm install --no-package-lock${flags}; fi`;
  };
  const confined = `
      - name: allow sandboxes for the servers under test
        run: sudo sysctl -w kernel.apparmor_restrict_unprivileged_userns=0`;
  const play = `
      - name: play
        # Exit code 1 means that an episode did not pass. The results are still valid.
        run: npx --no -- contract-bench --workers 1 || [ $? -eq 1 ]`;
  // In an expression a quote is written twice.
  const onBranch = `github.ref == 'refs/heads/${branch.replaceAll("'", "''")}'`;
  const about = isSecond
    ? `# Plays the tasks of ${below} and appends the run to its results/.`
    : `# Plays the tasks of this repository and appends the run to results/.`;
  const more = isSecond
    ? 'GitHub Pages serves the site of the project whose workflow is contract-bench.yml.'
    : 'It deploys the site to GitHub Pages (Settings, Pages, Source: GitHub Actions).';
  const text = `${about}
# ${more}
# The gate compares a pull request with its base.
name: ${name}

on:
  push:
    branches: [${JSON.stringify(branch)}]
    paths-ignore: [${JSON.stringify(at('results/**'))}]
  pull_request:
  workflow_dispatch:

permissions: {}

# One run at a time. A run that has begun is not cancelled, so its results are published.
concurrency:
  group: ${name}-\${{ github.ref }}
  cancel-in-progress: false
${folder}
jobs:
  gate:
    if: github.event_name == 'pull_request'
    runs-on: ubuntu-24.04
    timeout-minutes: 30
    permissions:
      contents: read
    steps:${begin()}${confined}${play}
      - name: gate
        run: npx --no -- contract-bench gate

  measure:
    if: github.event_name != 'pull_request' && ${onBranch}
    runs-on: ubuntu-24.04
    timeout-minutes: 60
    permissions:
      contents: read
    steps:${begin()}${confined}${play}
      - uses: ${pins.upload}
        with:
          name: results
          path: ${JSON.stringify(at('results'))}
          if-no-files-found: error

  publish:
    needs: measure
    runs-on: ubuntu-24.04
    timeout-minutes: 15
    permissions:
      # For the push, which is never forced.
      contents: write
    steps:${begin({ pushes: true, scripts: false })}
      - uses: ${pins.download}
        with:
          name: results
          path: ${JSON.stringify(at('results'))}
      - name: publish
        # A protected branch rejects the push. In that case, name another branch here and in the job site.
        run: npx --no -- contract-bench publish --branch ${shellWord(branch)}
`;
  if (isSecond) return text;
  return `${text}
  site:
    needs: publish
    runs-on: ubuntu-24.04
    timeout-minutes: 30
    permissions:
      contents: read
    steps:${begin({ newest: true })}
      - name: tools of the site
        run: npm install --no-save ${namesOf('site')}
      - name: site
        env:
          OWNER: \${{ github.repository_owner }}
        # The date of the build. If the results are older than 30 days, the badge becomes grey.
        run: |
          name="\${GITHUB_REPOSITORY#*/}"
          export SITE_URL="https://\${OWNER,,}.github.io" BASE_PATH="/$name/"
          if [ "\${name,,}" = "\${OWNER,,}.github.io" ]; then BASE_PATH=/; fi
          SOURCE_DATE_EPOCH="$(date +%s)" npx --no -- contract-bench site
      - uses: ${pins.uploadPages}
        with:
          path: ${JSON.stringify(at('dist'))}

  deploy:
    needs: site
    runs-on: ubuntu-24.04
    timeout-minutes: 20
    permissions:
      pages: write
      id-token: write
    environment:
      name: github-pages
      url: \${{ steps.deployment.outputs.page_url }}
    steps:
      - id: deployment
        uses: ${pins.deployPages}
`;
}

function shellWord(text: string): string {
  return /^[\w./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}
