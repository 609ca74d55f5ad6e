/** Light, dark, or as the system says; the choice is remembered where the browser lets it. */
const KEY = 'dlpack-doctor.theme';

export function startTheme(choices: HTMLElement): void {
  const inputs = [...choices.querySelectorAll<HTMLInputElement>('input[name=theme]')];
  const apply = (theme: string): void => {
    if (theme === 'light' || theme === 'dark') document.documentElement.dataset['theme'] = theme;
    else delete document.documentElement.dataset['theme'];
  };
  const chosen = inputs.find((input) => input.value === remembered()) ?? inputs[0];
  if (chosen) {
    chosen.checked = true;
    apply(chosen.value);
  }
  choices.addEventListener('change', (event) => {
    if (!(event.target instanceof HTMLInputElement)) return;
    apply(event.target.value);
    remember(event.target.value);
  });
}

function remembered(): string | null {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
}

function remember(theme: string): void {
  try {
    localStorage.setItem(KEY, theme);
  } catch {
    // Storage is forbidden: the choice holds until the page is left.
  }
}
