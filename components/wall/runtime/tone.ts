/** One short tone. Browsers may refuse sound until somebody pressed a key: then there is none. */
export function playTone(): void {
  try {
    const audio = new AudioContext();
    const tone = audio.createOscillator();
    const volume = audio.createGain();
    tone.frequency.value = 660;
    volume.gain.setValueAtTime(0.0001, audio.currentTime);
    volume.gain.exponentialRampToValueAtTime(0.5, audio.currentTime + 0.03);
    volume.gain.exponentialRampToValueAtTime(0.0001, audio.currentTime + 0.5);
    tone.connect(volume).connect(audio.destination);
    tone.onended = () => void audio.close().catch(() => undefined);
    tone.start();
    tone.stop(audio.currentTime + 0.5);
    // Refused, it would wait for a key press, and sound then.
    if (audio.state === "suspended") void audio.close().catch(() => undefined);
  } catch {
    // No sound here.
  }
}
