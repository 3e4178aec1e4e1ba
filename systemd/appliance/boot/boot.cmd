# Starts the root that BOOT_ORDER names first and that has tries left. Each start takes one try; the running system gives them back.
# The state is one sector at 1 MiB, in the format of fw_setenv: a write of one sector is whole or not there.
# The same script starts a Pi and the emulated machine of the tests.
setenv a ${ramdisk_addr_r}
${devtype} dev ${devnum}
if ${devtype} read ${a} 0x800 1 && env import -c ${a} 0x200 BOOT_ORDER BOOT_A_LEFT BOOT_B_LEFT; then echo "box: state read"; else echo "box: state lost, starting afresh"; fi
test -n "${BOOT_ORDER}" || setenv BOOT_ORDER "A B"
test -n "${BOOT_A_LEFT}" || setenv BOOT_A_LEFT 3
test -n "${BOOT_B_LEFT}" || setenv BOOT_B_LEFT 3
setenv slot
for s in ${BOOT_ORDER}; do
  if test -n "${slot}"; then true;
  elif test "${s}" = A; then if test ${BOOT_A_LEFT} -gt 0; then setexpr BOOT_A_LEFT ${BOOT_A_LEFT} - 1; setenv slot A; setenv part 2; fi;
  elif test "${s}" = B; then if test ${BOOT_B_LEFT} -gt 0; then setexpr BOOT_B_LEFT ${BOOT_B_LEFT} - 1; setenv slot B; setenv part 3; fi;
  fi;
done
# All are out of tries: both roots get new ones, and one that a failed update took out of the order is put back at its end.
if test -z "${slot}"; then
  setenv BOOT_A_LEFT 3
  setenv BOOT_B_LEFT 3
  if test "${BOOT_ORDER}" = A; then setenv BOOT_ORDER "A B";
  elif test "${BOOT_ORDER}" = B; then setenv BOOT_ORDER "B A";
  elif test "${BOOT_ORDER}" != "B A"; then setenv BOOT_ORDER "A B"; fi
fi
env export -c -s 0x200 ${a} BOOT_ORDER BOOT_A_LEFT BOOT_B_LEFT
${devtype} write ${a} 0x800 1
if test -z "${slot}"; then echo "box: out of tries, starting again"; reset; fi
echo "box: slot ${slot} (A ${BOOT_A_LEFT}, B ${BOOT_B_LEFT} left)"
# On a Pi the firmware has loaded the description of the hardware.
if test "${devtype}" = mmc; then setenv fdt ${fdt_addr}; setenv con "console=ttyS1,115200"; else setenv fdt ${fdtcontroladdr}; setenv con "console=ttyAMA0"; fi
# More options for the kernel, for tests: `options=...` in options.env.
setenv options
if load ${devtype} ${devnum}:1 ${a} options.env; then env import -t ${a} ${filesize} options; fi
setenv bootargs "console=tty1 ${con} rauc.slot=${slot} box.disk=@DISK@ box.kind=${devtype} panic=10 loglevel=4 vt.global_cursor_default=0 ${options}"
if load ${devtype} ${devnum}:${part} ${kernel_addr_r} boot/vmlinuz && load ${devtype} ${devnum}:${part} ${ramdisk_addr_r} boot/initrd; then
  booti ${kernel_addr_r} ${ramdisk_addr_r}:${filesize} ${fdt}
fi
reset
